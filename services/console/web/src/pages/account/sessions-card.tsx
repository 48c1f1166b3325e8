import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api/client.ts'
import { type Session, sessionsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Failure } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Ago, Badge, Skeleton } from '../../ui/values.tsx'

/** Where the account is logged in. */
export function SessionsCard(): ReactNode {
  const sessions = useQuery(sessionsQuery)
  return (
    <Card title="Sessions" isPadded={false}>
      {sessions.error !== null && sessions.data === undefined ? (
        <Failure error={sessions.error} retry={() => void sessions.refetch()} />
      ) : (
        <ul className="rows">
          {sessions.data === undefined ? (
            <li>
              <Skeleton width="14rem" />
            </li>
          ) : (
            sessions.data.items.map(session => <SessionRow key={session.id} session={session} />)
          )}
        </ul>
      )}
    </Card>
  )
}

function SessionRow({ session }: { readonly session: Session }): ReactNode {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => ask(api.DELETE('/api/v1/sessions/{id}', { params: { path: { id: session.id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    onError: error => toast(error.message),
  })
  return (
    <li>
      <span className="stack tight">
        <span className="split">
          <strong className="break">{browserOf(session.userAgent)}</strong>
          {session.current && <Badge tone="good">this one</Badge>}
        </span>
        <span className="muted">
          last used <Ago time={session.lastUsedAt} /> · ends <Ago time={session.expiresAt} />
        </span>
      </span>
      {!session.current && (
        <Button
          size="small"
          kind="danger"
          aria-label={`End session, ${browserOf(session.userAgent)}`}
          isBusy={end.isPending}
          onClick={() => end.mutate()}
        >
          End session
        </Button>
      )}
    </li>
  )
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A browser's own words, made readable; a program's stay as they are. */
function browserOf(userAgent: string): string {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1]
  if (browser === undefined) return userAgent === '' ? 'A program' : userAgent.slice(0, 80)
  return system === undefined ? browser : `${browser} on ${system}`
}
