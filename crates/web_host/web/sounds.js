// Game sounds, synthesised from noise and sine tones.

import { loadSetting, saveSetting } from "./storage.js";

/** @typedef {"tap" | "flip" | "capture" | "dice" | "end" | "key"} Sound */

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

export const isSoundOn = () => loadSetting("sound") !== "off";

/** @param {boolean} on */
export const setSound = (on) => saveSetting("sound", on ? "on" : "off");

/**
 * Plays a wooden knock: a short burst of filtered noise over a falling tone.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} loudness
 * @param {number} length
 */
function knock(audio, at, pitch, loudness, length) {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  volume.connect(audio.destination);
  const tone = audio.createOscillator();
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.55, at + length);
  tone.connect(volume);
  tone.start(at);
  tone.stop(at + length);
  const burst = audio.createBufferSource();
  burst.buffer = noiseBuffer(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 5;
  filter.Q.value = 1.2;
  const hiss = audio.createGain();
  hiss.gain.setValueAtTime(loudness * 0.9, at);
  hiss.gain.exponentialRampToValueAtTime(0.0001, at + length * 0.4);
  burst.connect(filter).connect(hiss).connect(audio.destination);
  burst.start(at, Math.random() * 0.3, length);
}

/**
 * Half a second of white noise, created once.
 * @param {AudioContext} audio
 */
function noiseBuffer(audio) {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/** @type {Record<Sound, (audio: AudioContext, now: number) => void>} */
const SOUNDS = {
  tap: (audio, now) => knock(audio, now, 260, 0.22, 0.09),
  key: (audio, now) => knock(audio, now, 900, 0.1, 0.03),
  flip: (audio, now) => {
    knock(audio, now, 240, 0.2, 0.08);
    for (let turn = 0; turn < 3; turn += 1) knock(audio, now + 0.09 + turn * 0.045, 420 + turn * 40, 0.06, 0.05);
  },
  capture: (audio, now) => {
    knock(audio, now, 190, 0.28, 0.12);
    knock(audio, now + 0.07, 330, 0.14, 0.08);
  },
  dice: (audio, now) => {
    for (let hit = 0; hit < 7; hit += 1) {
      knock(audio, now + hit * 0.05 + Math.random() * 0.02, 520 + Math.random() * 320, 0.13 - hit * 0.013, 0.05);
    }
  },
  end: (audio, now) => {
    [262, 330, 392].forEach((pitch, step) => knock(audio, now + step * 0.13, pitch, 0.2, 0.5));
  },
};

/**
 * Plays a sound if sounds are on, the page is visible and the browser allows it.
 * @param {Sound} sound
 */
export function play(sound) {
  if (!isSoundOn() || document.hidden) return;
  try {
    // Browsers block audio until the user interacts with the page.
    if (Reflect.get(navigator, "userActivation")?.hasBeenActive === false) return;
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => {});
    SOUNDS[sound](context, context.currentTime + 0.01);
  } catch {
    // Sounds are optional.
  }
}
