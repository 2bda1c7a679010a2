/** Transitions that an action started and that are soon over: what they bring to light or clear away is its effect. */
import * as dom from "../dom.ts";
import { composedContains } from "../see/composed.ts";

const SOON_MS = 400;

/** Colours and shadows change under every pointer and tell nothing. */
const shows = /^(opacity|visibility|display|content-visibility|overlay|(min-|max-)?(height|width|block-size|inline-size)|grid-template-(rows|columns)|clip-path)$/;
const moves = /^(transform|translate|scale|rotate|top|left|right|bottom|inset.*|margin.*)$/;

export class Transitions {
  readonly #from = Number(dom.timeline(document).currentTime ?? 0);

  #ran = false;

  /**
   * Whether some are running, or were the last time: a page is told of a transition's end with the frame after it.
   * `pressed` is what the pointer is on: it and what is in it may shine and ripple as they like.
   */
  areRunning(pressed: Element | undefined): boolean {
    const ran = this.#ran;
    this.#ran = dom.getAnimations(document).some((animation) => this.#isEffect(animation, pressed));
    return ran || this.#ran;
  }

  #isEffect(animation: Animation, pressed: Element | undefined): boolean {
    const { effect, startTime, playState } = animation;
    if (playState !== "running" || !(effect instanceof KeyframeEffect) || !effect.target) return false;
    if (startTime !== null && Number(startTime) < this.#from) return false;
    const left = Number(effect.getComputedTiming().endTime) - Number(animation.currentTime ?? 0);
    if (!(left <= SOON_MS)) return false;
    if (pressed && composedContains(pressed, effect.target)) return false;
    if (!(animation instanceof CSSTransition)) return true;
    const { transitionProperty } = animation;
    // A card that is lifted under the pointer holds what is pressed.
    return shows.test(transitionProperty) || (moves.test(transitionProperty) && !(pressed && composedContains(effect.target, pressed)));
  }
}
