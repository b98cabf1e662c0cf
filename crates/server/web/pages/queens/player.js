// The clock of an animation: so many steps a second, a moment of rest where something is complete.

/** How long a jump to the next solution takes, in milliseconds. */
const RUSH = 1200;

export class Player {
  #frame = 0;
  #before = 0;
  #due = 0;
  #rest = 0;
  /**
   * Where it hurries from and to, in steps, and since when.
   * @type {{from: number, to: number, since: number} | null}
   */
  #rush = null;

  /**
   * @param {object} film
   * @param {() => import("./replay.js").Replay | null} film.replay
   * @param {() => number} film.speed steps a second
   * @param {() => void} film.show after the replay has moved
   * @param {() => void} film.stopped
   */
  constructor(film) {
    this.film = film;
  }

  get isPlaying() {
    return this.#frame !== 0;
  }

  play() {
    const replay = this.film.replay();
    if (!replay || this.isPlaying) return;
    if (replay.isOver) replay.seek(0);
    this.#rush = null;
    // The first step comes at once: a press is answered.
    this.#due = 1;
    this.#begin();
  }

  /**
   * Hurries to where so many steps are done, and stops there.
   * @param {number} goal
   */
  hurry(goal) {
    const replay = this.film.replay();
    if (!replay) return;
    this.pause();
    this.#rush = { from: replay.at, to: goal, since: performance.now() };
    this.#begin();
  }

  pause() {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.film.stopped();
  }

  #begin() {
    this.#before = performance.now();
    this.#rest = 0;
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now */
  #tick(now) {
    const replay = this.film.replay();
    if (!replay) return this.pause();
    this.#frame = requestAnimationFrame((later) => this.#tick(later));
    // A tab that slept does not make up for it.
    const passed = Math.min(now - this.#before, 250);
    this.#before = now;
    const rush = this.#rush;
    if (rush) {
      const share = Math.min(Math.max((now - rush.since) / RUSH, 0), 1);
      replay.seek(Math.round(rush.from + (rush.to - rush.from) * share));
    } else if (!this.#playOn(replay, passed)) return;
    this.film.show();
    if (replay.isOver || (rush && replay.at >= rush.to)) this.pause();
  }

  /**
   * @param {import("./replay.js").Replay} replay
   * @param {number} passed
   */
  #playOn(replay, passed) {
    if ((this.#rest -= passed) > 0) return false;
    const speed = this.film.speed();
    this.#due += (passed * speed) / 1000;
    const steps = Math.floor(this.#due);
    if (steps < 1) return false;
    const completion = replay.nextCompletion;
    replay.seek(Math.min(replay.at + steps, completion));
    this.#due -= steps;
    if (replay.at === completion) {
      this.#due = 0;
      this.#rest = speed < 60 ? 900 : 300;
    }
    return true;
  }
}
