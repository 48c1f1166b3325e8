import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { shownAmount } from '../../lib/money.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { Card, Failure } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { AnswerCard } from './answer-card.tsx'
import { callGateway, type PlaygroundAnswer } from './gateway-call.ts'
import { argumentsIn, SchemaFields } from './schema-form.tsx'
import { type Tool, toolsQuery } from './tools.ts'

/** A form for each tool, and what it answers. */
export function ToolPlayground({ app }: { readonly app: string }): ReactNode {
  const tools = useQuery(toolsQuery(app))
  const { tool: wanted } = useSearch({ from: '/console/playground' })
  const navigate = useNavigate({ from: '/playground' })
  if (tools.error !== null && tools.data === undefined) {
    return (
      <Card>
        <Failure error={tools.error} retry={() => void tools.refetch()} />
      </Card>
    )
  }
  if (tools.data === undefined) return <Skeleton height="16rem" />
  const tool = tools.data.find(each => each.name === wanted) ?? tools.data[0]
  if (tool === undefined) return <Card title="No tools">This app has none.</Card>
  return (
    <>
      <div className="filters">
        <SelectField
          label="Tool"
          value={tool.name}
          options={tools.data.map(({ name }) => ({ value: name, label: name }))}
          onChange={value => void navigate({ search: compact({ app, tool: value }) })}
        />
      </div>
      <ToolForm key={tool.name} app={app} tool={tool} />
    </>
  )
}

function ToolForm({ app, tool }: { readonly app: string; readonly tool: Tool }): ReactNode {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<PlaygroundAnswer>()
  const run = async (values: FormValues) => {
    const params = { name: tool.name, arguments: argumentsIn(tool.inputSchema, values) }
    const body = { jsonrpc: '2.0', id: '1', method: 'tools/call', params }
    setAnswer(await callGateway({ app, adapter: 'mcp', body, mcp: { method: 'tools/call', name: tool.name } }))
    await client.invalidateQueries({ queryKey: ['wallet'] })
  }
  return (
    <div className="playground">
      <Card title={tool.name} text={tool.description}>
        <SubmitForm onSubmit={run}>
          {({ isBusy }) => (
            <>
              <SchemaFields schema={tool.inputSchema} />
              <div className="form-foot between">
                <PriceBefore tool={tool} />
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  {isBusy ? 'Calling …' : 'Call'}
                </Button>
              </div>
            </>
          )}
        </SubmitForm>
      </Card>
      <AnswerCard answer={answer} />
    </div>
  )
}

function PriceBefore({ tool }: { readonly tool: Tool }): ReactNode {
  if (tool.price === undefined) return <span className="muted">The price is the one of your tier.</span>
  if (tool.tier === 'free') return <span>Free: counted by your meter.</span>
  return (
    <span>
      This call costs <strong className="number">{shownAmount(tool.price)}</strong> when it is answered.
    </span>
  )
}
