export { type Clock, createFakeClock, type FakeClock, systemClock } from './clock.ts'
export { isoTime } from './iso-time.ts'
export { uuidv7, uuidv7Floor } from './uuid.ts'
