import type { services } from '@mtg/contracts'
import type { Caller } from './callers.ts'

/** An area of `services`: the proto package that a service implements. */
type Area = keyof typeof services

/** Which service implements an area. */
export const serviceOf = {
  auth: 'auth',
  billing: 'billing',
  metering: 'metering',
  oauth: 'oauth-server',
  edge: 'edge-proxy',
} as const satisfies Record<Area, Caller>

/** Whether the text names an area. */
export function isArea(text: string): text is Area {
  return Object.hasOwn(serviceOf, text)
}

/** A service that serves gRPC. */
export type Callee = (typeof serviceOf)[Area]
