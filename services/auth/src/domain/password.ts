import { appError } from '@mtg/errors'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Longer passwords are refused: hashing them would be a way to keep the service busy. */
export const PASSWORD_LENGTH_MAX = 1024

/** Hashes and checks passwords, so many at a time. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a hash (unknown e-mail) it takes the same work and is false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** Limits of the work on passwords. */
export interface PasswordLimits {
  readonly concurrencyMax: number
  readonly queueMax: number
}

/** Makes the password hasher. When too many wait, further ones are refused with `overloaded`. */
export async function createPasswords(limits: PasswordLimits): Promise<Passwords> {
  const take = createTurnstile(limits)
  const dummyHash = await hash('no account has this password', ARGON2ID)
  return {
    hash: password => take(() => hash(normalize(password), ARGON2ID)),
    async verify(passwordHash, password) {
      const matches = await take(() => verify(passwordHash ?? dummyHash, normalize(password)))
      return matches && passwordHash !== undefined
    },
  }
}

function normalize(password: string): string {
  // The same password typed on two systems may arrive in two Unicode forms.
  return password.slice(0, PASSWORD_LENGTH_MAX).normalize('NFKC')
}

function createTurnstile(limits: PasswordLimits) {
  const waiting: (() => void)[] = []
  let inside = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= limits.concurrencyMax) {
      if (waiting.length >= limits.queueMax) throw appError('overloaded', { detail: { waitingLogins: waiting.length } })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      inside += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) inside -= 1
      else next()
    }
  }
}
