import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import type { ApiKey } from '../../api/queries.ts'
import { shownScope } from '../../lib/scope.ts'
import { Button } from '../../ui/button.tsx'
import { Secret } from '../../ui/copy.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { LimitFields, limitsIn } from './limit-fields.tsx'

interface CreateKeyProps {
  /** The new key is below this one. */
  readonly parent: ApiKey | undefined
  readonly onClose: () => void
}

const SCOPES = [
  { value: 'mcp:tools llm:completions', label: 'Tools and chat' },
  { value: 'mcp:tools', label: 'Tools only' },
  { value: 'llm:completions', label: 'Chat only' },
]

/** A key can do no more than the one above it; one that may do everything says nothing. */
function scopesBelow(parent: ApiKey | undefined) {
  if (parent === undefined || parent.scope === '') return SCOPES
  const held = new Set(parent.scope.split(' '))
  const narrower = SCOPES.filter(({ value }) => value.split(' ').every(each => held.has(each)))
  return narrower.length > 0 ? narrower : [{ value: parent.scope, label: shownScope(parent.scope) }]
}

/** Makes a key, and shows it this once. */
export function CreateKeyDialog({ parent, onClose }: CreateKeyProps): ReactNode {
  const client = useQueryClient()
  const [created, setCreated] = useState<string>()
  const create = async (values: FormValues) => {
    const { '/name': name = '', '/scope': scope = '', '/ambient': ambient, '/digests': digests } = values
    const body = {
      name,
      scope,
      ambient: ambient === 'yes',
      digests: digests !== undefined,
      limits: limitsIn(values, {}),
      ...(parent !== undefined && { parent: parent.id }),
    }
    const { key } = await ask(api.POST('/api/v1/keys', { body }))
    setCreated(key)
    await client.invalidateQueries({ queryKey: ['keys'] })
  }
  if (created !== undefined) return <CreatedKey text={created} onClose={onClose} />
  return (
    <Modal
      title={parent === undefined ? 'Create a key' : `Create a key below “${parent.name}”`}
      text={parent === undefined ? undefined : 'It can never do or spend more than the key above it.'}
      isOpen
      onClose={onClose}
    >
      <DialogForm onSubmit={create} onClose={onClose} action="Create key" keep="Cancel">
        <TextField label="Name" name="/name" maxLength={100} placeholder="the program that uses it" required />
        <div className="field-row">
          <SelectField label="May call" name="/scope" options={scopesBelow(parent)} />
          <SelectField
            label="Used by"
            name="/ambient"
            options={[
              { value: '', label: 'A program of yours' },
              { value: 'yes', label: 'An automated workflow' },
            ]}
          />
        </div>
        <LimitFields limits={{}} />
        <CheckField
          label="Receipts vouch for request and answer"
          name="/digests"
          isChecked={parent?.digests === true}
          hint="They hold a digest of each, so that you can prove later what was asked and answered. It cannot be changed."
        />
      </DialogForm>
    </Modal>
  )
}

function CreatedKey({ text, onClose }: { readonly text: string; readonly onClose: () => void }): ReactNode {
  return (
    <Modal
      title="Your new key"
      text="Copy it now: it is not kept anywhere, and cannot be shown again."
      isOpen
      isDismissible={false}
      onClose={onClose}
    >
      <Secret text={text} label="the key" />
      <div className="form-foot">
        <Button kind="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Modal>
  )
}
