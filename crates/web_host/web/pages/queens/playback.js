// Playback of a search at a given speed, with a pause at each solution.

/** Duration of a jump to the next solution, in milliseconds. */
const JUMP_TIME = 1200;

export class Playback {
  #frame = 0;
  #lastFrame = 0;
  #due = 0;
  #pauseLeft = 0;
  /**
   * Current jump: its first and last step, and its start time.
   * @type {{from: number, to: number, since: number} | null}
   */
  #jump = null;

  /**
   * @param {object} options
   * @param {() => import("./replay.js").Replay | null} options.replay
   * @param {() => number} options.speed returns steps per second
   * @param {() => void} options.show called after the replay has moved
   * @param {() => void} options.stopped
   */
  constructor(options) {
    this.options = options;
  }

  get isPlaying() {
    return this.#frame !== 0;
  }

  play() {
    const replay = this.options.replay();
    if (!replay || this.isPlaying) return;
    if (replay.isOver) replay.seek(0);
    this.#jump = null;
    // The first step follows the click at once.
    this.#due = 1;
    this.#start();
  }

  /**
   * Moves quickly to step `goal` and pauses there.
   * @param {number} goal
   */
  fastForward(goal) {
    const replay = this.options.replay();
    if (!replay) return;
    this.pause();
    this.#jump = { from: replay.at, to: goal, since: performance.now() };
    this.#start();
  }

  pause() {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.options.stopped();
  }

  #start() {
    this.#lastFrame = performance.now();
    this.#pauseLeft = 0;
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now */
  #tick(now) {
    const replay = this.options.replay();
    if (!replay) return this.pause();
    this.#frame = requestAnimationFrame((later) => this.#tick(later));
    // A tab that was in the background does not catch up.
    const elapsed = Math.min(now - this.#lastFrame, 250);
    this.#lastFrame = now;
    const jump = this.#jump;
    if (jump) {
      const fraction = Math.min(Math.max((now - jump.since) / JUMP_TIME, 0), 1);
      replay.seek(Math.round(jump.from + (jump.to - jump.from) * fraction));
    } else if (!this.#advance(replay, elapsed)) return;
    this.options.show();
    if (replay.isOver || (jump && replay.at >= jump.to)) this.pause();
  }

  /**
   * @param {import("./replay.js").Replay} replay
   * @param {number} elapsed
   */
  #advance(replay, elapsed) {
    if ((this.#pauseLeft -= elapsed) > 0) return false;
    const speed = this.options.speed();
    this.#due += (elapsed * speed) / 1000;
    const steps = Math.floor(this.#due);
    if (steps < 1) return false;
    const completion = replay.nextCompletion;
    replay.seek(Math.min(replay.at + steps, completion));
    this.#due -= steps;
    if (replay.at === completion) {
      this.#due = 0;
      this.#pauseLeft = speed < 60 ? 900 : 300;
    }
    return true;
  }
}
