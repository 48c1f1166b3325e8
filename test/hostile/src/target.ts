import { freePort } from '@mtg/embedded'
import { type Constellation, type ConstellationOptions, startConstellation } from '@mtg/testing'
import type { Attacker, Target } from './attack.ts'
import { startHonestPublisher } from './honest-publisher.ts'
import { attackersAt, marketplaceOf, victimApps } from './marketplace.ts'
import { createVictim, type Victim } from './victim.ts'

/** What a system to attack is made of. */
export interface SceneOptions extends Pick<ConstellationOptions, 'env' | 'serviceEnv' | 'ownServers'> {
  /** How many attacks can have attackers of their own. */
  readonly attackers?: number
  /** For whatever attacks draw by lot; a new one otherwise. */
  readonly seed?: number
}

/** A running system with a victim in it. */
export interface Scene {
  readonly gateway: Constellation
  readonly victim: Victim
  readonly seed: number
  /** The system as this attack sees it; the same attackers each time. */
  targetOf(attack: string): Target
  /** Origin of a process's operations port. */
  opsOf(name: string): string
  stop(): Promise<void>
}

/** Calls before anything is measured, so that no process is still warming up. */
const WARM_UP_MS = 1500

/** Starts the system as `npm start` has it, with its own settings, and lets the victim warm it up. */
export async function startScene(options: SceneOptions = {}): Promise<Scene> {
  const { attackers: count = 6, seed = Math.floor(Math.random() * 2 ** 31), ...passedOn } = options
  const honest = await startHonestPublisher()
  const attackers = attackersAt(await freePorts(count))
  const marketplace = marketplaceOf(honest.origin, attackers)
  const gateway = await startConstellation({ ...passedOn, marketplace }).catch(async (thrown: unknown) => {
    await honest.close()
    throw thrown
  })
  const victim = createVictim(gateway.baseUrl)
  const scene = assemble(gateway, victim, attackers, seed)
  const stop = async () => {
    await gateway.stop()
    await honest.close()
  }
  const { failures } = await victim.callFor(WARM_UP_MS)
  if (failures.length === 0) return { ...scene, stop }
  await stop()
  throw new Error(`honest calls failed before anybody attacked: ${failures.join('\n')}`)
}

function assemble(gateway: Constellation, victim: Victim, attackers: readonly Attacker[], seed: number) {
  const ops = Object.fromEntries(gateway.replicas.map(({ name, readyUrl }) => [name, new URL(readyUrl).origin]))
  const taken = new Map<string, Attacker>()
  const attackerOf = (attack: string) => {
    const attacker = taken.get(attack) ?? attackers[taken.size]
    if (attacker === undefined) throw new Error(`only ${attackers.length} attacks were foreseen (attackers)`)
    taken.set(attack, attacker)
    return attacker
  }
  return {
    gateway,
    victim,
    seed,
    opsOf: (name: string) => ops[name] ?? '',
    targetOf: (attack: string): Target => ({
      baseUrl: gateway.baseUrl,
      grpc: { ...gateway.grpc },
      ops,
      servers: { ...gateway.servers },
      edge: { secret: gateway.secretOf('edge-proxy'), natsUrl: gateway.envOf('edge-proxy')['NATS_URL'] ?? '' },
      natsPrefix: gateway.envOf('edge-proxy')['NATS_PREFIX'] ?? '',
      victim: victimApps,
      attacker: attackerOf(attack),
      seed,
    }),
  }
}

/** One after the other: asked for at once, the same port could be named twice. */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
