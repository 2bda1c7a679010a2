import { z } from "zod";
import { pointShape } from "../../session/action/actionResult.ts";
import { modifierNames } from "../../session/keyboard.ts";
import { elementTarget } from "../see/shapes.ts";

export const pointInput = pointShape;

export const elementInput = elementTarget;

/** The same, or a point of the viewport. */
export const targetInput = { ...elementInput, coords: pointInput.optional().describe("viewport point") };

/** A press on an element: where in it, and with which keys held. */
export const pressInput = {
  modifiers: z.array(z.enum(modifierNames)).optional().describe("keys held down"),
  position: pointInput.optional().describe("in the element, from its corner inside the border"),
};

/** What every action takes. */
export const actionOptions = {
  mode: z.enum(["scoped_snapshot", "none", "full", "tree_diff"]).optional().describe("how to show changes"),
  maxResultTokens: z.int().min(0).max(50_000).optional().describe("bounds that tree"),
};
