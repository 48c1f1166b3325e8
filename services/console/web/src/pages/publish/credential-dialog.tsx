import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import { publisherQuery } from '../../api/publisher-queries.ts'
import { Modal } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'

interface CredentialProps {
  readonly hasCredential: boolean
  readonly onClose: () => void
}

/** Sets what the gateway presents to the publisher's servers, or puts another in its place. It is never shown again. */
export function CredentialDialog({ hasCredential, onClose }: CredentialProps): ReactNode {
  const client = useQueryClient()
  const save = async ({ '/apiKey': apiKey = '' }: FormValues) => {
    await ask(api.PUT('/api/v1/publisher/credential', { body: { apiKey } }))
    await client.invalidateQueries({ queryKey: publisherQuery.queryKey })
    toast('The gateway presents the new credential from now on.')
    onClose()
  }
  return (
    <Modal
      title={hasCredential ? 'Rotate the credential' : 'Set the credential'}
      text="The gateway sends it to your servers as a bearer token, so that they answer it and nobody else. It is stored encrypted, and never shown, not even to you."
      isOpen
      onClose={onClose}
    >
      {hasCredential && (
        <div className="alert warn">
          Let your servers accept both, the old one and the new one, until this is saved. Then take the old one away.
        </div>
      )}
      <DialogForm onSubmit={save} onClose={onClose} action={hasCredential ? 'Rotate' : 'Save'} keep="Cancel">
        <TextField
          label={hasCredential ? 'New credential' : 'Credential'}
          name="/apiKey"
          type="password"
          autoComplete="off"
          required
          maxLength={2048}
          pattern="[\x21-\x7e]+"
          hint="Whatever your servers expect; a long random text is best."
          invalidText="Printable characters without spaces."
        />
      </DialogForm>
    </Modal>
  )
}
