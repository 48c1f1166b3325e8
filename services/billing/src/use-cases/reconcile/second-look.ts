import { setTimeout as pause } from 'node:timers/promises'

const SECOND_LOOK_AFTER_MS = 1500

/** Captures and their records travel: what two looks that are so far apart both find is on its way no more. */
export const untilSecondLook = () => pause(SECOND_LOOK_AFTER_MS)
