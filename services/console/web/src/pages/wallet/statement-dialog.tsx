import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Statement, statementQuery } from '../../api/queries.ts'
import { verifyCommand } from '../../lib/gateway.ts'
import { shownMonth } from '../../lib/time.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { DownloadButton } from '../../ui/download.tsx'
import { Failure } from '../../ui/page.tsx'
import { Money, Skeleton } from '../../ui/values.tsx'
import { shownKind } from './entry-kinds.ts'

const FORMS = [
  { label: 'CSV', accept: 'text/csv', ending: 'csv' },
  { label: 'JSON', accept: 'application/json', ending: 'json' },
  { label: 'Signed', accept: 'application/jose', ending: 'jose' },
] as const

interface StatementDialogProps {
  readonly month: string
  readonly onClose: () => void
}

/** One month: what was there, what came and went, what is there. */
export function StatementDialog({ month, onClose }: StatementDialogProps): ReactNode {
  const { data, error, refetch } = useQuery(statementQuery(month))
  return (
    <Modal
      title={`Statement of ${shownMonth(month)}`}
      text={
        data?.closed === false
          ? 'The month is not over: this is how it stands now.'
          : 'The month is closed. Times are UTC.'
      }
      isOpen
      onClose={onClose}
    >
      {error !== null && data === undefined ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height="12rem" />
      ) : (
        <Sheet statement={data} />
      )}
      <div className="form-foot">
        {FORMS.map(({ label, accept, ending }) => (
          <DownloadButton
            key={ending}
            href={`/api/v1/statements/${month}`}
            accept={accept}
            fileName={`statement-${month}.${ending}`}
            label={label}
          />
        ))}
      </div>
      <details className="more">
        <summary>Check the signature</summary>
        <p className="muted">With the keys that the gateway publishes, and no account:</p>
        <CodeBlock text={verifyCommand(`statement-${month}.jose`)} label="command that checks a statement" />
      </details>
    </Modal>
  )
}

function Sheet({ statement }: { readonly statement: Statement }): ReactNode {
  return (
    <table className="table sheet">
      <tbody>
        <tr>
          <th scope="row">At the beginning</th>
          <td className="align-end" colSpan={2}>
            <Money amount={statement.opening} />
          </td>
        </tr>
        {statement.lines.map(({ kind, app, entries, amount }) => (
          <tr key={`${kind} ${app ?? ''}`}>
            <th scope="row">
              {shownKind(kind)}
              {app !== null && <span className="muted break"> {app}</span>}
            </th>
            <td className="muted align-end">
              {entries.toLocaleString('en-US')} {entries === 1 ? 'entry' : 'entries'}
            </td>
            <td className="align-end">
              <Money amount={amount} />
            </td>
          </tr>
        ))}
        <tr className="sum">
          <th scope="row">{statement.closed ? 'At the end' : 'Now'}</th>
          <td className="align-end" colSpan={2}>
            <Money amount={statement.closing} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
