import { hash, verify } from '@node-rs/argon2'
import { createTurnstile, type TurnstileLimits } from './turnstile.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** What people choose must not be shorter. */
export const PASSWORD_LENGTH_MIN = 8
/** Longer passwords are refused: hashing them would be a way to keep the service busy. */
export const PASSWORD_LENGTH_MAX = 1024

/** Who hashes the passwords of marketplace files. */
const OURSELVES = ''

/** Hashes and checks passwords, so many at a time. */
export interface Passwords {
  /** The requester is left out for passwords of marketplace files. */
  hash(password: string, requester?: string): Promise<string>
  /** Without a hash (unknown e-mail) it takes the same work and is false. Requesters take turns. */
  verify(passwordHash: string | undefined, password: string, requester: string): Promise<boolean>
}

/** Makes the password hasher. When too many wait, further ones are refused with `overloaded`. */
export async function createPasswords(limits: TurnstileLimits): Promise<Passwords> {
  const take = createTurnstile(limits)
  const dummyHash = await hash('no account has this password', ARGON2ID)
  return {
    hash: (password, requester = OURSELVES) => take(requester, () => hash(normalize(password), ARGON2ID)),
    async verify(passwordHash, password, requester) {
      const matches = await take(requester, () => verify(passwordHash ?? dummyHash, normalize(password)))
      return matches && passwordHash !== undefined
    },
  }
}

function normalize(password: string): string {
  // The same password typed on two systems may arrive in two Unicode forms.
  return password.slice(0, PASSWORD_LENGTH_MAX).normalize('NFKC')
}
