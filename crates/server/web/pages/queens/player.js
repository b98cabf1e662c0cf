// The clock of an animation: so many steps a second, a moment of rest where something is complete.

/** How long a jump to the next solution may take, in frames of the screen. */
const RUSH_FRAMES = 70;

export class Player {
  #frame = 0;
  #before = 0;
  #due = 0;
  #rest = 0;
  /** Steps in each frame while it hurries to a goal. */
  #rush = 0;
  #goal = 0;

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
    this.#rush = 0;
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
    this.#goal = goal;
    this.#rush = Math.max(Math.ceil((goal - replay.at) / RUSH_FRAMES), 1);
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
    const moved = this.#rush ? this.#hurryOn(replay) : this.#playOn(replay, passed);
    if (!moved) return;
    this.film.show();
    if (replay.isOver || (this.#rush && replay.at >= this.#goal)) this.pause();
  }

  /** @param {import("./replay.js").Replay} replay */
  #hurryOn(replay) {
    replay.seek(Math.min(replay.at + this.#rush, this.#goal));
    return true;
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
