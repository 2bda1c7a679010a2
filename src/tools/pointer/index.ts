import { drag } from "./drag.ts";
import { gestureChain } from "./gestureChain.ts";
import { gesturePinch, gestureSwipe } from "./gestures.ts";
import { mouseDown, mouseMove, mouseUp, mouseWheel } from "./mouse.ts";
import { touchEnd, touchMove, touchStart } from "./touch.ts";

export const pointerTools = [drag, mouseDown, mouseMove, mouseUp, mouseWheel, touchStart, touchMove, touchEnd, gesturePinch, gestureSwipe, gestureChain];
