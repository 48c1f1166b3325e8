import { settings } from '@mtg/runtime'
import type { LoginLimits } from './login-limits.ts'

/** Settings of a service where people log in; spread into its schema. */
export const loginSettings = {
  TRUSTED_PROXIES: settings
    .list()
    .transform(list => (list.length === 0 ? ['127.0.0.0/8', '::1/128'] : list))
    .describe('networks of proxies whose X-Forwarded-For is believed, such as the edge; default: this machine'),
  LOGIN_ACCOUNT_ATTEMPTS_MAX: settings
    .int(5, { min: 1 })
    .describe('failed logins of one account from one network, or from a browser it knows, before that has to wait'),
  LOGIN_ADDRESS_ATTEMPTS_MAX: settings
    .int(50, { min: 1 })
    .describe('failed logins from one network (IPv4 address or IPv6 /64) in a quarter of an hour'),
  LOGIN_STRANGERS_ATTEMPTS_MAX: settings
    .int(20, { min: 1 })
    .describe(
      'failed logins of one account in a quarter of an hour from networks that it never logged in from; beyond, each wider network (IPv4 /24, IPv6 /48) may fail once',
    ),
  LOGIN_STRANGERS_PER_DAY_MAX: settings.int(1000, { min: 1 }).describe('the same in a day; beyond, all of them wait'),
  LOGIN_TOTAL_ATTEMPTS_MAX: settings
    .int(5000, { min: 1 })
    .describe('the same for all accounts together in a quarter of an hour; beyond, each wider network may fail once'),
}

type LoginConfig = { readonly [Name in Exclude<keyof typeof loginSettings, 'TRUSTED_PROXIES'>]: number }

/** The limits that the settings ask for. */
export function loginLimitsOf(config: LoginConfig): LoginLimits {
  return {
    origin: config.LOGIN_ACCOUNT_ATTEMPTS_MAX,
    network: config.LOGIN_ADDRESS_ATTEMPTS_MAX,
    strangers: config.LOGIN_STRANGERS_ATTEMPTS_MAX,
    strangersPerDay: config.LOGIN_STRANGERS_PER_DAY_MAX,
    total: config.LOGIN_TOTAL_ATTEMPTS_MAX,
  }
}
