import { services } from '@mtg/contracts'
import { implement, invalidField, nameOf, textOf } from '@mtg/rpc'
import type { Prober } from '../probe/prober.ts'

const URL_BYTES_MAX = 2048

/** Serves gateway.edge.v1.ProbeService. */
export function probeService(prober: Prober) {
  return implement(services.edge.ProbeService, {
    async ProbeUpstream({ publisherUsername, adapter, upstream, model }) {
      const { tools, ...words } = await prober.probe({
        publisher: nameOf(publisherUsername, 'publisher_username'),
        adapter: adapterOf(adapter),
        url: urlOf(upstream),
        model: textOf(model, 'model'),
      })
      return { ...words, tools: [...tools] }
    },
  })
}

function adapterOf(adapter: string): 'mcp' | 'llm' {
  if (adapter !== 'mcp' && adapter !== 'llm') throw invalidField('adapter', 'must be mcp or llm')
  return adapter
}

function urlOf(text: string): string {
  textOf(text, 'upstream', URL_BYTES_MAX)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw invalidField('upstream', 'must be an http or https URL')
  }
  return text
}
