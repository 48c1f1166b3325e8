export { plainArray, textArray } from './array-literal.ts'
export { type Database, openDatabase, type Queryable, type Statement } from './database.ts'
export { brokenConstraint, isDeadlock, isRace, isValueRefused } from './translate.ts'
