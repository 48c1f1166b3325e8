import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import type { OwnApp, OwnAppInput } from '../../api/publisher-queries.ts'
import { shownDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { ADAPTERS } from './app-terms.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { useSaving } from './save-app.ts'

interface ListingFormProps {
  readonly app: OwnApp
  readonly onFresh: () => void
}

/** What an app says of itself, where its server is, what it promises, and what it charges. */
export function ListingForm({ app, onFresh }: ListingFormProps): ReactNode {
  const [base] = useState(app)
  const [adapter, setAdapter] = useState(base.adapter)
  const [model, setModel] = useState('')
  const saving = useSaving({ base, onFresh, model: model === '' ? undefined : model })
  const submit = async (values: FormValues) => {
    const saved = await saving.save(input => ({ ...input, ...listingIn(values, adapter) }))
    if (saved !== undefined) toast('Saved.')
  }
  return (
    <>
      <SubmitForm onSubmit={submit} className="form page">
        {({ isBusy }) => (
          <>
            <WordsCard app={base} />
            <ServerCard app={base} adapter={adapter} onAdapter={setAdapter} onModel={setModel} />
            <PromisesCard app={base} adapter={adapter} />
            <ConflictNotice
              base={base}
              conflict={saving.conflict}
              onMine={saving.saveMine}
              onTheirs={saving.takeTheirs}
            />
            <div className="form-foot sticky">
              <Button type="submit" kind="primary" isBusy={isBusy}>
                {isBusy ? 'Saving …' : 'Save changes'}
              </Button>
            </div>
          </>
        )}
      </SubmitForm>
      <DeleteCard app={app} />
    </>
  )
}

function listingIn(values: FormValues, adapter: OwnApp['adapter']): Partial<OwnAppInput> {
  const firstByteMs = values['/promises/firstByteMs']
  return {
    adapter,
    upstream: values['/upstream'] ?? '',
    timeoutMs: Math.round(Number(values['/timeoutMs'] ?? '30') * 1000),
    title: values['/title'] ?? '',
    description: values['/description'] ?? '',
    promises: {
      outputSchema: adapter === 'mcp' && values['/promises/outputSchema'] !== undefined,
      firstByteMs: firstByteMs === undefined ? null : Number(firstByteMs),
    },
    chargeToolErrors: values['/chargeToolErrors'] !== undefined,
    chargeAbandoned: values['/chargeAbandoned'] !== undefined,
    chargeTasks: values['/chargeTasks'] === 'acceptance' ? 'acceptance' : 'completion',
  }
}

function WordsCard({ app }: { readonly app: OwnApp }): ReactNode {
  return (
    <Card title="What people read" text="Left empty, it is what your server says of itself.">
      <div className="form">
        <TextField label="Title" name="/title" defaultValue={app.title} maxLength={200} placeholder={app.name} />
        <TextAreaField
          label="Description"
          name="/description"
          defaultValue={app.description}
          maxLength={2000}
          rows={4}
          placeholder="What an agent can do with it, in the words that people would search for."
          hint="At most 2,000 characters. The marketplace searches it."
        />
      </div>
    </Card>
  )
}

interface ServerCardProps {
  readonly app: OwnApp
  readonly adapter: OwnApp['adapter']
  readonly onAdapter: (adapter: OwnApp['adapter']) => void
  readonly onModel: (model: string) => void
}

function ServerCard({ app, adapter, onAdapter, onModel }: ServerCardProps): ReactNode {
  return (
    <Card
      title="Server"
      text="Buyers never see its address. A published app with a new one has its server asked before it is saved."
    >
      <div className="form">
        <TextField
          label="Address"
          name="/upstream"
          type="url"
          defaultValue={app.upstream}
          required
          maxLength={2048}
          invalidText="An address that begins with https://"
        />
        <div className="field-row">
          <SelectField
            label="What it is"
            value={adapter}
            options={ADAPTERS}
            onChange={value => onAdapter(value === 'llm' ? 'llm' : 'mcp')}
          />
          <TextField
            label="Time limit in seconds"
            name="/timeoutMs"
            type="number"
            min={0.001}
            max={600}
            step="any"
            defaultValue={String(app.timeoutMs / 1000)}
            required
            hint="To the first byte of an answer."
            invalidText="More than 0, and at most 600."
          />
        </div>
        {adapter === 'llm' && (
          <label className="field">
            <span className="field-label">A model to try it with</span>
            <input className="input" maxLength={256} onChange={event => onModel(event.target.value)} />
            <span className="field-hint">Only sent when the server is asked what it offers.</span>
          </label>
        )}
      </div>
    </Card>
  )
}

function PromisesCard({ app, adapter }: { readonly app: OwnApp; readonly adapter: OwnApp['adapter'] }): ReactNode {
  return (
    <div className="columns">
      <Card title="Promises" text="What is not kept is free for the buyer. Promises are shown beside the price.">
        <div className="form">
          {adapter === 'mcp' && (
            <CheckField
              label="Results follow the output schema"
              name="/promises/outputSchema"
              isChecked={app.promises.outputSchema}
              hint="Of tools that have one: each result is checked before it is charged."
            />
          )}
          <TextField
            label="An answer begins within, milliseconds"
            name="/promises/firstByteMs"
            type="number"
            min={1}
            max={600_000}
            defaultValue={app.promises.firstByteMs?.toString()}
            placeholder="nothing is promised"
            invalidText="A whole number from 1 to 600,000."
          />
        </div>
      </Card>
      <Card title="What is charged" text="Delivered answers always are; failures of your server never are.">
        <div className="form">
          {adapter === 'mcp' && (
            <CheckField
              label="Results that report an error"
              name="/chargeToolErrors"
              isChecked={app.chargeToolErrors}
              hint="Tools say so themselves when arguments were wrong, for example."
            />
          )}
          <CheckField
            label="Calls that the caller leaves"
            name="/chargeAbandoned"
            isChecked={app.chargeAbandoned}
            hint="Before your answer came. Your server may have worked for them all the same."
          />
          {adapter === 'mcp' && (
            <SelectField
              label="Tasks, which take longer than a call"
              name="/chargeTasks"
              defaultValue={app.chargeTasks}
              options={[
                { value: 'completion', label: 'when their result is delivered' },
                { value: 'acceptance', label: 'when your server accepts them' },
              ]}
            />
          )}
        </div>
      </Card>
    </div>
  )
}

function DeleteCard({ app }: { readonly app: OwnApp }): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    const params = { path: { name: app.name }, header: { 'if-match': `"${app.version}"` } }
    const { callableUntil } = await ask(api.DELETE('/api/v1/publisher/apps/{name}', { params }))
    toast(
      callableUntil === null ? `${app.name} is gone.` : `${app.name} is callable until ${shownDate(callableUntil)}.`,
    )
    await navigate({ to: '/publish' })
    client.removeQueries({ queryKey: ['publisher', 'apps', app.name] })
    await client.invalidateQueries({ queryKey: ['publisher', 'apps'] })
  }
  return (
    <Card
      title="Delete this app"
      text="It leaves the marketplace for good. Buyers keep it until the end of the window that they have."
      actions={
        <Button kind="danger" onClick={() => setAsking(true)}>
          Delete
        </Button>
      }
      isPadded={false}
    >
      <Confirm
        title={`Delete ${app.name} for good?`}
        text="Nobody can get it any more, and its name stays taken. This cannot be undone; to hide it for a while, unpublish it."
        action="Delete app"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      />
    </Card>
  )
}
