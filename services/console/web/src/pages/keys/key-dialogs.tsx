import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import type { ApiKey } from '../../api/queries.ts'
import { useNewest } from '../../api/use-newest.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { LimitFields, limitsIn } from './limit-fields.tsx'

interface KeyDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Changes the limits of a key. */
export function EditLimitsDialog({ apiKey, onClose }: KeyDialogProps): ReactNode {
  const client = useQueryClient()
  const path = { id: apiKey.id }
  const newest = useNewest(
    apiKey,
    () => ask(api.GET('/api/v1/keys/{id}', { params: { path } })),
    () => 'These limits were changed since you opened this. Shown is what holds now; nothing of yours was saved.',
  )
  const { limits: held, version } = newest.state
  const [typed, setTyped] = useState<ApiKey['limits']>()
  const [isRefilled, setRefilled] = useState(false)
  const save = async (values: FormValues) => {
    const limits = limitsIn(values, held)
    setTyped(limits)
    setRefilled(false)
    await newest.change(header => ask(api.PATCH('/api/v1/keys/{id}', { params: { path, header }, body: { limits } })))
    await client.invalidateQueries({ queryKey: ['keys'] })
    toast(`The limits of ${apiKey.name} hold from now on.`)
    onClose()
  }
  return (
    <Modal
      title={`Limits of “${apiKey.name}”`}
      text="What is left empty is not limited. They hold from the next call on."
      isOpen
      onClose={onClose}
    >
      <DialogForm onSubmit={save} onClose={onClose} action="Save limits" keep="Cancel">
        <LimitFields
          key={`${version} ${String(isRefilled)}`}
          limits={isRefilled && typed !== undefined ? typed : held}
        />
        {version !== apiKey.version && !isRefilled && (
          <div className="actions">
            <Button size="small" kind="quiet" onClick={() => setRefilled(true)}>
              Fill in what I had typed
            </Button>
          </div>
        )}
      </DialogForm>
    </Modal>
  )
}

/** Revokes a key and all below it. */
export function RevokeDialog({ apiKey, onClose }: KeyDialogProps): ReactNode {
  const client = useQueryClient()
  const revoke = async () => {
    await ask(api.DELETE('/api/v1/keys/{id}', { params: { path: { id: apiKey.id } } }))
    await client.invalidateQueries({ queryKey: ['keys'] })
    toast(`${apiKey.name} is revoked.`)
  }
  return (
    <Confirm
      title={`Revoke “${apiKey.name}”?`}
      text="The key and all keys below it stop working at once, and for good. Calls under way are finished."
      action="Revoke key"
      isOpen
      onClose={onClose}
      onConfirm={revoke}
    />
  )
}
