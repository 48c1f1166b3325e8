import { randomBytes } from 'node:crypto'
import { type Caller, callersOf, callersSetting, serviceOf } from '@mtg/rpc'
import { type Manifest, ofKind, type PodTemplate } from './manifests.ts'

/** Secrets by name, as the chart made them or as its users must. */
export type Secrets = ReadonlyMap<string, Readonly<Record<string, string>>>

const key32 = () => randomBytes(32).toString('base64')
const callees = Object.values(serviceOf)
const secretOf = (caller: Caller) => `secret of ${caller}`
const identities = Object.fromEntries([
  ...callees.flatMap(callersOf).map(caller => [`grpc-token-${caller}`, secretOf(caller)]),
  ...callees.map(callee => [`grpc-callers-${callee}`, callersSetting(callee, secretOf)]),
])
const postgresUrl = (role: string) => `postgresql://mtg_${role}:pw@db.internal:5432/mtg?sslmode=verify-full`

const northUrl = (role: string) => postgresUrl(role).replace('db.internal', 'north.internal')

/** What the README asks users of existing Secrets to put into them, under the names of the profiles. */
export const existingSecrets: Secrets = new Map(['own', 'gateway'].flatMap(secretsNamed))

function secretsNamed(prefix: string): [string, Readonly<Record<string, string>>][] {
  const secrets = {
    secrets: {
      ...identities,
      'key-pepper': key32(),
      'billing-encryption-key': key32(),
      'oauth-encryption-key': key32(),
      'console-encryption-key': key32(),
    },
    postgresql: {
      'admin-url': postgresUrl('admin'),
      'auth-url': postgresUrl('auth'),
      'billing-url': postgresUrl('billing'),
      'metering-url': postgresUrl('metering'),
      'metering-read-url': postgresUrl('metering'),
      'oauth-url': postgresUrl('oauth'),
      'console-url': postgresUrl('console'),
    },
    'postgresql-north': { 'admin-url': northUrl('admin'), 'billing-url': northUrl('billing') },
    redis: { url: 'rediss+cluster://app:pw@a.redis:6379,b.redis:6379' },
    nats: { url: 'tls://app:pw@a.nats:4222,tls://app:pw@b.nats:4222' },
    stripe: { 'stripe-secret-key': 'sk', 'stripe-webhook-secret': 'whsec' },
    'signing-key': { 'tls.key': 'PEM' },
    mail: { 'smtp-url': 'smtp://user:pw@mail.internal:587' },
    ca: { 'ca.crt': 'PEM' },
  }
  return Object.entries(secrets).map(([name, data]) => [`${prefix}-${name}`, data])
}

/** Secrets that are there when these resources are: theirs, and the users'. */
export function secretsOf(manifests: readonly Manifest[]): Secrets {
  const made = ofKind(manifests, 'Secret').map(({ metadata, data = {} }) => {
    const decoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()] as const)
    return [metadata.name, Object.fromEntries(decoded)] as const
  })
  return new Map([...existingSecrets, ...made])
}

/** One variable of a container. */
export interface Variable {
  readonly name: string
  readonly value: string
  /** Whether it comes from a Secret. */
  readonly secret: boolean
}

/** A pod's first container's environment, with Secrets looked up. Throws when one or its key is not there, and on twins. */
export function environmentOf(pod: PodTemplate, secrets: Secrets): Variable[] {
  const variables = (pod.spec.containers[0]?.env ?? []).map(({ name, value, valueFrom }): Variable => {
    if (valueFrom == null) return { name, value: value ?? '', secret: false }
    const { name: secret = '', key } = valueFrom.secretKeyRef ?? { key: '' }
    const found = secrets.get(secret)?.[key]
    if (found === undefined) throw new Error(`${pod.maker}: ${name} needs ${key} of the Secret ${secret}`)
    return { name, value: found, secret: true }
  })
  const names = variables.map(({ name }) => name)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new Error(`${pod.maker}: ${twin} is set twice`)
  return variables
}

/** The same as an environment for a process. */
export const asEnv = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]))
