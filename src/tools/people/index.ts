import { awaitHuman } from "./awaitHuman.ts";
import { showSession } from "./showSession.ts";
import { stopCalls } from "./stopCalls.ts";
import { resumeTest, stopTest } from "./testStop.ts";
import { giveWheel, takeWheel } from "./wheel.ts";
import { answerQuestion, listQuestions } from "./questions.ts";

export const peopleTools = [awaitHuman, listQuestions, answerQuestion, takeWheel, giveWheel, stopCalls, showSession, stopTest, resumeTest];
