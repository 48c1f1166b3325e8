import type { Attack } from '../attack.ts'
import { victimBuyer } from '../marketplace.ts'
import { repeat } from '../tools/repeat.ts'

const REQUEST = {
  redirect_uri: 'http://127.0.0.1:9/callback',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** Guesses at the victim's password with a key of the attacker's own, and a flood of wrong passwords of its own account. */
export const loginLockout: Attack = {
  name: 'login-lockout',
  about: "guesses at the victim's password with any key",
  run({ baseUrl, attacker }, signal, tally) {
    return repeat({ perSecond: 30, atOnceMax: 30 }, signal, tally, async turn => {
      const email = turn % 3 === 0 ? attacker.rich.email : victimBuyer.email
      const form = { ...REQUEST, client_id: attacker.rich.key, email, password: `guess ${turn}` }
      const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', signal } as const
      const response = await fetch(`${baseUrl}/authorize`, init)
      await response.arrayBuffer()
      tally.add(String(response.status))
    })
  },
}
