/** Synthesised cues: no files. */

import { prefs } from "./prefs.js";

/** @typedef {"card" | "take" | "discard" | "deal" | "turn" | "tick" | "no" | "win" | "lose"} Cue */
/** @typedef {{noise: boolean, length: number, pitch: number, gain: number, q: number, at: number}} Tone */

/** @param {number} length @param {number} pitch @param {number} gain @param {number} [at] @returns {Tone} */
const tone = (length, pitch, gain, at = 0) => ({ noise: false, length, pitch, gain, q: 0, at });
/** @param {number} length @param {number} pitch @param {number} gain @param {number} q @param {number} [at] @returns {Tone} */
const noise = (length, pitch, gain, q, at = 0) => ({ noise: true, length, pitch, gain, q, at });

/** @type {Record<Cue, Tone[]>} */
const CUES = {
  card: [noise(0.07, 2200, 0.5, 0.9)],
  take: [noise(0.05, 1400, 0.4, 0.8), noise(0.05, 1700, 0.4, 0.8, 0.06), noise(0.06, 1200, 0.4, 0.8, 0.12)],
  discard: [noise(0.16, 700, 0.45, 0.6)],
  deal: [
    noise(0.05, 1900, 0.35, 0.9),
    noise(0.05, 2000, 0.35, 0.9, 0.08),
    noise(0.05, 1800, 0.35, 0.9, 0.16),
  ],
  turn: [tone(0.16, 660, 0.16), tone(0.22, 880, 0.16, 0.09)],
  tick: [tone(0.05, 1320, 0.08)],
  no: [tone(0.12, 196, 0.2)],
  win: [tone(0.3, 523, 0.15), tone(0.3, 659, 0.15, 0.1), tone(0.45, 784, 0.15, 0.2)],
  lose: [tone(0.3, 392, 0.15), tone(0.5, 294, 0.15, 0.16)],
};

const VOLUME = 0.6;

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** To be called while the page handles a tap or a key; browsers demand it. */
export function wake() {
  try {
    audio ??= new AudioContext();
    void audio.resume();
  } catch {
    // No audio on this machine: silence.
  }
}

/** @param {Cue} cue */
export function play(cue) {
  if (audio?.state === "running" && prefs.sound) schedule(audio, cue);
}

/** Lays a cue into what a context is going to play. @param {BaseAudioContext} context @param {Cue} cue */
export function schedule(context, cue) {
  for (const one of CUES[cue]) sound(context, one);
}

/** @param {BaseAudioContext} context @param {Tone} one */
function sound(context, { noise: isNoise, length, pitch, gain, q, at }) {
  const start = context.currentTime + at;
  const level = context.createGain();
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(gain * VOLUME, start + 0.004);
  level.gain.exponentialRampToValueAtTime(0.0008, start + length);
  level.connect(context.destination);
  const source = isNoise
    ? hissing(context)
    : new OscillatorNode(context, { type: "triangle", frequency: pitch });
  if (isNoise) {
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: q });
    source.connect(filter).connect(level);
  } else source.connect(level);
  source.start(start);
  source.stop(start + length + 0.02);
}

/** @param {BaseAudioContext} context */
function hissing(context) {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate * 0.3, context.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  return new AudioBufferSourceNode(context, { buffer: hiss });
}
