import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import type { OwnAppInput } from '../../api/publisher-queries.ts'
import { isOvertaken } from '../../api/use-newest.ts'
import { gatewayUrl } from '../../lib/gateway.ts'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { AmountField, CheckField, SelectField, TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { ADAPTERS, FREE_LIMITS, PAID_LIMITS } from './app-terms.ts'

type Adapter = OwnAppInput['adapter']

interface NewAppProps {
  readonly username: string
  readonly onClose: () => void
}

/** Makes a draft, and asks its server what it offers. */
export function NewAppDialog({ username, onClose }: NewAppProps): ReactNode {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [adapter, setAdapter] = useState<Adapter>('mcp')
  const create = async (values: FormValues) => {
    const body = draftIn(values, adapter)
    const path = { name: values['/name'] ?? '' }
    await ask(
      api.PUT('/api/v1/publisher/apps/{name}', { params: { path, header: { 'if-none-match': '*' } }, body }),
    ).catch(toldAsTaken)
    await probe(path.name, values['/model'])
    await client.invalidateQueries({ queryKey: ['publisher', 'apps'] })
    await navigate({ to: '/publish/apps/$name', params: { name: path.name }, search: { tab: 'tools' } })
  }
  return (
    <Modal
      title="New app"
      text="It begins as a draft that nobody sees. Everything but its name can be changed later."
      isOpen
      onClose={onClose}
    >
      <DialogForm
        onSubmit={create}
        onClose={onClose}
        action="Save draft and ask its server"
        busyAction="Asking its server …"
        keep="Cancel"
      >
        <NameFields username={username} adapter={adapter} onAdapter={setAdapter} />
        <ServerFields adapter={adapter} />
        <AmountField
          label="Price of a call"
          name="/tiers/paid/price"
          placeholder="0.002"
          hint="In USD, at most 6 decimals. Empty: free only. Tools can have prices of their own."
          invalidText="An amount such as 0.002."
        />
        <CheckField
          label="Free tier"
          name="/free"
          isChecked
          hint={`${FREE_LIMITS.monthly} calls in 30 days, so that people can try it.`}
        />
      </DialogForm>
    </Modal>
  )
}

interface NameFieldsProps {
  readonly username: string
  readonly adapter: Adapter
  readonly onAdapter: (adapter: Adapter) => void
}

function NameFields({ username, adapter, onAdapter }: NameFieldsProps): ReactNode {
  const [name, setName] = useState('')
  return (
    <>
      <div className="field-row" onInput={event => setName(nameIn(event.target) ?? name)}>
        <TextField
          label="Name"
          name="/name"
          required
          maxLength={64}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          placeholder="search"
          autoComplete="off"
          spellCheck={false}
          invalidText="Letters, digits, dots, hyphens and underscores; it begins with a letter or digit."
        />
        <SelectField
          label="What it is"
          value={adapter}
          options={ADAPTERS}
          onChange={value => onAdapter(value === 'llm' ? 'llm' : 'mcp')}
        />
      </div>
      <p className="field-hint break">
        Buyers call it at {gatewayUrl}/v1-beta/{adapter}/{username}/<strong>{name || 'name'}</strong>
      </p>
    </>
  )
}

const SERVERS = {
  mcp: { placeholder: 'https://tools.example.com/mcp', hint: 'An MCP server over HTTP.' },
  llm: { placeholder: 'https://llm.example.com/v1/chat/completions', hint: 'Where chat completions are posted to.' },
} as const

function ServerFields({ adapter }: { readonly adapter: Adapter }): ReactNode {
  return (
    <>
      <TextField
        label="Address of its server"
        name="/upstream"
        type="url"
        required
        maxLength={2048}
        invalidText="An address that begins with https://"
        {...SERVERS[adapter]}
      />
      {adapter === 'llm' && (
        <TextField label="A model to try it with" name="/model" maxLength={256} hint="Sent when the server is asked." />
      )}
    </>
  )
}

function nameIn(target: EventTarget): string | undefined {
  return target instanceof HTMLInputElement && target.name === '/name' ? target.value : undefined
}

function draftIn(values: FormValues, adapter: Adapter): OwnAppInput {
  const { '/upstream': upstream = '', '/tiers/paid/price': price, '/free': free } = values
  if (price === undefined && free === undefined) throw new Error('Give it a price, a free tier, or both.')
  return {
    adapter,
    upstream,
    published: false,
    tiers: {
      ...(free !== undefined && { free: FREE_LIMITS }),
      ...(price !== undefined && { paid: { price, ...PAID_LIMITS } }),
    },
  }
}

/** The API's words are about versions: here the name is what is wrong. */
function toldAsTaken(error: unknown): never {
  if (isOvertaken(error)) {
    throw new Error('You have an app of that name already.')
  }
  throw error
}

/** A draft may well be saved while its server is not ready: what went wrong is told, and can be tried again. */
async function probe(name: string, model: string | undefined): Promise<void> {
  try {
    const query = model === undefined ? {} : { model }
    await ask(api.POST('/api/v1/publisher/apps/{name}/probe', { params: { path: { name }, query } }))
  } catch (error) {
    toast(`The draft is saved. ${error instanceof Error ? error.message : String(error)}`)
  }
}
