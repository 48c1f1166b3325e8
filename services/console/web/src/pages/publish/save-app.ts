import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../api/client.ts'
import type { OwnApp, OwnAppInput } from '../../api/publisher-queries.ts'
import { ifMatch, isOvertaken } from '../../api/use-newest.ts'

/** What of an app is its publisher's to say. */
function writableOf(app: OwnApp): OwnAppInput {
  const { adapter, upstream, timeoutMs, title, description, published, tiers, tools, promises } = app
  const { chargeToolErrors, chargeAbandoned, chargeTasks } = app
  return {
    adapter,
    upstream,
    timeoutMs,
    title,
    description,
    published,
    chargeToolErrors,
    chargeAbandoned,
    chargeTasks,
    promises,
    tiers,
    tools,
  }
}

/** Changes an app, given all that is to stay as it is. */
type AppChange = (app: OwnAppInput) => OwnAppInput

/** Somebody else has saved it since. */
export interface Conflict {
  readonly latest: OwnApp
  readonly change: AppChange
}

interface SavingOptions {
  /** The app as the form was filled from it. */
  readonly base: OwnApp
  /** It was saved, or the form is to be filled anew. */
  readonly onFresh: (app: OwnApp) => void
  /** Of a server of chat completions: what it is asked for. */
  readonly model?: string | undefined
}

/** Saves changes of an app over the very state that they were made from, and asks when that is gone. */
export function useSaving({ base, onFresh, model }: SavingOptions) {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Conflict>()
  const keep = async (app: OwnApp) => {
    client.setQueryData(['publisher', 'apps', app.name], app)
    setConflict(undefined)
    onFresh(app)
    await client.invalidateQueries({ queryKey: ['publisher', 'apps'] })
    await client.invalidateQueries({ queryKey: ['catalogue'] })
  }
  const saveOver = async (known: OwnApp, change: AppChange) => {
    try {
      const app = await putApp(known, change(writableOf(known)), model)
      await keep(app)
      return app
    } catch (error) {
      if (!isOvertaken(error)) throw error
      const path = { name: known.name }
      setConflict({ latest: await ask(api.GET('/api/v1/publisher/apps/{name}', { params: { path } })), change })
      return undefined
    }
  }
  return {
    /** The app as it was saved; undefined when it was not, because somebody else had. */
    save: async (change: AppChange) => await saveOver(base, change),
    conflict,
    /** The same change, made to what somebody else has saved. */
    saveMine: async () => {
      if (conflict !== undefined) await saveOver(conflict.latest, conflict.change)
    },
    takeTheirs: async () => {
      if (conflict !== undefined) await keep(conflict.latest)
    },
  }
}

async function putApp(known: OwnApp, body: OwnAppInput, model: string | undefined): Promise<OwnApp> {
  return await ask(
    api.PUT('/api/v1/publisher/apps/{name}', {
      params: {
        path: { name: known.name },
        header: ifMatch(known),
        query: model === undefined ? {} : { model },
      },
      body,
    }),
  )
}

const WORDS: readonly { readonly field: keyof OwnAppInput; readonly word: string }[] = [
  { field: 'title', word: 'title' },
  { field: 'description', word: 'description' },
  { field: 'adapter', word: 'kind' },
  { field: 'upstream', word: 'server address' },
  { field: 'timeoutMs', word: 'time limit' },
  { field: 'published', word: 'publication' },
  { field: 'tiers', word: 'tiers and prices' },
  { field: 'tools', word: 'prices of tools' },
  { field: 'promises', word: 'promises' },
]

/** What differs between two states of an app, in words. */
export function differencesOf(before: OwnApp, after: OwnApp): string[] {
  const [one, other] = [writableOf(before), writableOf(after)]
  return WORDS.filter(({ field }) => JSON.stringify(one[field]) !== JSON.stringify(other[field])).map(
    ({ word }) => word,
  )
}
