import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Tokens as GPT-4o and later count them; a stand-in for what any model pays to read the text. */
export const tokensOf = (text: string): number => countTokens(text);
