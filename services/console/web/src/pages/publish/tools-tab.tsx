import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import type { OwnApp } from '../../api/publisher-queries.ts'
import { shownAmount } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Card, Empty } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Ago } from '../../ui/values.tsx'

/** What the app's server said it offers, and the button that asks it again. */
export function ToolsTab({ app }: { readonly app: OwnApp }): ReactNode {
  const { probedAt, tools } = app.listing
  const [model, setModel] = useState('')
  const probe = useProbe(app, model)
  return (
    <>
      {probe.error !== null && (
        <div className="alert" role="alert">
          <span>
            <strong>The server did not answer as it should.</strong> {probe.error.message}
          </span>
        </div>
      )}
      <Card
        title="What its server says"
        text={probedAt === null ? 'It has not been asked yet.' : <AskedAt time={probedAt} />}
        isPadded={app.adapter === 'llm'}
        actions={
          <Button isBusy={probe.isPending} onClick={() => probe.mutate()}>
            <RefreshCw aria-hidden="true" /> {probe.isPending ? 'Asking …' : 'Ask the server now'}
          </Button>
        }
      >
        {app.adapter === 'llm' ? (
          <div className="form narrow">
            <label className="field">
              <span className="field-label">A model to try it with</span>
              <input className="input" maxLength={256} value={model} onChange={event => setModel(event.target.value)} />
              <span className="field-hint">A text model has no tools: it is asked for one short answer.</span>
            </label>
          </div>
        ) : tools.length === 0 ? (
          <Empty
            icon={Wrench}
            title={probedAt === null ? 'Ask it what it offers' : 'It offers no tools'}
            text="Its tools, with their descriptions and inputs, become the listing that buyers and agents read."
          />
        ) : (
          <ul className="rows">
            {tools.map(tool => (
              <ToolRow key={tool.name} app={app} tool={tool} />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

function AskedAt({ time }: { readonly time: string }): ReactNode {
  return (
    <>
      Asked <Ago time={time} />. Ask again when your tools have changed.
    </>
  )
}

function useProbe({ name }: OwnApp, model: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const params = { path: { name }, query: model === '' ? {} : { model } }
      return ask(api.POST('/api/v1/publisher/apps/{name}/probe', { params }))
    },
    onSuccess: async app => {
      client.setQueryData(['publisher', 'apps', name], app)
      const count = app.listing.tools.length
      toast(app.adapter === 'llm' ? 'It answers.' : `It offers ${count} ${count === 1 ? 'tool' : 'tools'}.`)
      await client.invalidateQueries({ queryKey: ['publisher', 'apps'] })
    },
  })
}

type Tool = OwnApp['listing']['tools'][number]

function ToolRow({ app, tool }: { readonly app: OwnApp; readonly tool: Tool }): ReactNode {
  const price = app.tools[tool.name]?.price ?? app.tiers.paid?.price
  return (
    <li>
      <div className="stack tight row-text">
        <code className="break">{tool.name}</code>
        {tool.description !== '' && <span className="muted break">{tool.description}</span>}
        <Fold summary={tool.outputSchema === null ? 'Input' : 'Input and output'}>
          {() => (
            <div className="stack">
              <CodeBlock text={JSON.stringify(tool.inputSchema, null, 2)} label={`input schema of ${tool.name}`} />
              {tool.outputSchema !== null && (
                <CodeBlock text={JSON.stringify(tool.outputSchema, null, 2)} label={`output schema of ${tool.name}`} />
              )}
            </div>
          )}
        </Fold>
      </div>
      {price !== undefined && <span className="number nowrap">{shownAmount(price)}</span>}
    </li>
  )
}
