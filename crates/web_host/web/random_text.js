// Random texts, also for pages without HTTPS, where crypto.randomUUID is missing.

/** Sixteen random hexadecimal digits. */
export const randomText = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
