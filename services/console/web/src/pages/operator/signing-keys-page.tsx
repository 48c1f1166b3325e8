import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileKey } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../../api/client.ts'
import { type SigningKey, signingKeysQuery } from '../../api/operator-queries.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Card, Empty, Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Ago, Badge } from '../../ui/values.tsx'

const tones = { current: 'good', next: 'accent', retiring: undefined } as const
const words = { current: 'signs', next: 'signs next', retiring: 'is only checked' } as const

const orDash = (time: string | null) => (time === null ? <span className="muted">–</span> : <Ago time={time} />)

const columns: readonly Column<SigningKey>[] = [
  { id: 'kid', label: 'Key', cell: ({ kid }) => <code className="break">{kid}</code> },
  { id: 'state', label: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{words[state]}</Badge> },
  { id: 'created', label: 'Made', isNumber: true, cell: ({ createdAt }) => <Ago time={createdAt} /> },
  { id: 'activates', label: 'Signs from', isNumber: true, cell: ({ activatesAt }) => orDash(activatesAt) },
  { id: 'expires', label: 'Leaves the JWKS', isNumber: true, cell: ({ expiresAt }) => orDash(expiresAt) },
]

/** The keys that sign tokens, receipts and statements. */
export function SigningKeysPage(): ReactNode {
  const keys = useQuery(signingKeysQuery)
  const [asking, setAsking] = useState<'rotate' | 'compromised'>()
  const client = useQueryClient()
  const rotate = async (compromised: boolean) => {
    const rotated = await ask(api.POST('/api/v1/operator/signing-keys/rotate', { body: { compromised } }))
    client.setQueryData(signingKeysQuery.queryKey, rotated)
    toast(compromised ? 'The key is out of the JWKS.' : 'The next key signs from now on.')
  }
  return (
    <Page
      title="Signing keys"
      text="They sign access tokens, receipts and statements. They rotate by themselves."
      actions={
        <>
          <Button kind="danger" onClick={() => setAsking('compromised')}>
            A key has leaked
          </Button>
          <Button onClick={() => setAsking('rotate')}>Rotate now</Button>
        </>
      }
    >
      <Card title="Keys" isPadded={false}>
        <DataTable
          label="Signing keys"
          columns={columns}
          rows={keys.data?.items}
          idOf={({ kid }) => kid}
          error={keys.error}
          retry={() => void keys.refetch()}
          skeletonRows={2}
          empty={<Empty icon={FileKey} title="No keys" text="The next token makes one." />}
        />
      </Card>
      <Confirm
        title="Let the next key sign?"
        text="The one that signs now stays in the JWKS until everything that it has signed has expired. Nobody notices."
        action="Rotate"
        kind="primary"
        keep="Leave it"
        isOpen={asking === 'rotate'}
        onClose={() => setAsking(undefined)}
        onConfirm={() => rotate(false)}
      />
      <Confirm
        title="Throw the current key away?"
        text="It leaves the JWKS at once. Every access token that it has signed stops working, and receipts and statements that it has signed cannot be checked any more."
        action="Throw it away"
        isOpen={asking === 'compromised'}
        onClose={() => setAsking(undefined)}
        onConfirm={() => rotate(true)}
      />
    </Page>
  )
}
