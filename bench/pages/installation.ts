import { fillCatalogue } from '@mtg/testing/generated-catalogue'
import { Client } from 'pg'
import { countQuality } from '../catalogue/make-calls.ts'
import { makeCalls } from './calls.ts'
import { addPayouts, addTopUps } from './money.ts'
import { addOperations } from './operations.ts'
import { addBuyers, addKeys, addOwnApps, addUpKeys, type Crowd, type Person } from './people.ts'

/** What there is to be looked at, and by whom. */
export interface Filling {
  readonly calls: number
  readonly publishers: number
  /** E-mail address of who makes half of the calls. */
  readonly buyer: string
  /** "publisher/app": its publisher has most apps and buyers. */
  readonly app: string
}

const OWN_APPS = 200
const BUYERS = 1000
const KEYS = 300
const TOOLS_EACH = 3
/** More than all calls of one buyer cost. */
const MICROS_PER_CALL = 2000

/** Fills billing's, auth's and metering's tables as if all of it had been done, the books included. */
export async function fill(databaseUrl: string, { calls, publishers, buyer: email, app }: Filling): Promise<void> {
  const [username = ''] = app.split('/')
  const crowd: Crowd = { publishers, ownApps: OWN_APPS, buyers: BUYERS, keys: KEYS }
  const billing = await open(databaseUrl, 'billing')
  const { rows } = await billing.query<Person>('SELECT id FROM auth.buyers WHERE email_key = $1', [email])
  const [buyer] = rows
  if (buyer === undefined) throw new Error(`nobody has the address ${email}`)
  await fillCatalogue(billing, { publishers, appsEach: 1, toolsEach: TOOLS_EACH })
  await addOwnApps(billing, username, crowd.ownApps)
  await addBuyers(billing, crowd.buyers)
  await addKeys(billing, buyer, crowd.keys)
  await addTopUps(billing, buyer, calls * MICROS_PER_CALL)
  await makeCalls(billing, { count: calls, buyer, app, crowd })
  await addUpKeys(billing)
  await addPayouts(billing, username)
  await addOperations(billing)
  await billing.query('VACUUM (ANALYZE)')
  await billing.end()
  const metering = await open(databaseUrl, 'metering')
  await countQuality(metering)
  await metering.query('CHECKPOINT')
  await metering.end()
}

async function open(databaseUrl: string, schema: string): Promise<Client> {
  const options = `-c search_path=${schema} -c timezone=UTC -c work_mem=256MB -c synchronous_commit=off`
  const sql = new Client({ connectionString: databaseUrl, options })
  await sql.connect()
  // What fails is told by the query; that the server goes away at the end is not news.
  sql.on('error', () => {})
  return sql
}
