export { type LoginCounters, openLoginCounters } from './login-counters.ts'
export type { LoginOrigin } from './login-limits.ts'
export { loginLimitsOf, loginSettings } from './login-settings.ts'
export { networkOf } from './networks.ts'
