// The screen: 128 by 128 pixels of one bit, drawn with visible pixels on a canvas.

export const SIDE = 128;

/** Colours of the liquid crystal: a light pixel and the gap beside it, a dark pixel and the gap beside it. */
const [LIGHT, LIGHT_GAP, DARK, DARK_GAP] = ["#c3d0a3", "#b7c598", "#18210f", "#47533a"];

/**
 * `true` if a pixel of a frame is dark. Rows are 16 bytes, the highest bit on the left.
 * @param {Uint8Array} frame
 * @param {number} x
 * @param {number} y
 */
export const isDark = (frame, x, y) => ((frame[(y * SIDE + x) >> 3] >> (7 - (x & 7))) & 1) === 1;

/**
 * Number of canvas pixels for one pixel of the screen: as many as fit, so that every pixel has the same size.
 * @param {number} width width of the canvas on the page, in CSS pixels
 * @param {number} ratio device pixels for a CSS pixel
 */
export const scaleFor = (width, ratio) => Math.max(1, Math.min(12, Math.floor((width * ratio) / SIDE)));

/**
 * Draws a frame. Each pixel leaves a gap to the next one where there is room for it.
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} frame
 * @param {number} scale
 */
export function drawFrame(canvas, frame, scale) {
  const size = SIDE * scale;
  if (canvas.width !== size) canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  if (!context) return;
  const gap = scale >= 3 ? Math.max(1, Math.round(scale / 8)) : 0;
  context.fillStyle = LIGHT;
  context.fillRect(0, 0, size, size);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const dark = isDark(frame, x, y);
      if (gap > 0) {
        context.fillStyle = dark ? DARK_GAP : LIGHT_GAP;
        context.fillRect(x * scale, y * scale, scale, scale);
      }
      if (!dark && gap === 0) continue;
      context.fillStyle = dark ? DARK : LIGHT;
      context.fillRect(x * scale, y * scale, scale - gap, scale - gap);
    }
  }
}
