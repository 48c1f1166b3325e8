import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type Statement, statementQuery } from '../../api/queries.ts'
import { verifyCommand } from '../../lib/gateway.ts'
import { amountOf, byLargest, microsOf, sizeOf } from '../../lib/money.ts'
import { shownMonth } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { DownloadButton } from '../../ui/download.tsx'
import { useFirstOf } from '../../ui/long-table.tsx'
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

const shownEntries = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`

function Sheet({ statement }: { readonly statement: Statement }): ReactNode {
  const lines = useMemo(
    () => statement.lines.toSorted((a, b) => byLargest(sizeOf(a.amount), sizeOf(b.amount))),
    [statement],
  )
  const { first, rest, showMore } = useFirstOf(lines)
  return (
    <table className="table sheet">
      <tbody>
        <tr>
          <th scope="row">At the beginning</th>
          <td className="align-end" colSpan={2}>
            <Money amount={statement.opening} />
          </td>
        </tr>
        {first.map(({ kind, app, entries, amount }) => (
          <tr key={`${kind} ${app ?? ''}`}>
            <th scope="row">
              {shownKind(kind)}
              {app !== null && <span className="muted break"> {app}</span>}
            </th>
            <td className="muted align-end">{shownEntries(entries)}</td>
            <td className="align-end">
              <Money amount={amount} />
            </td>
          </tr>
        ))}
        {rest.length > 0 && <Rest lines={rest} onShow={showMore} />}
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

type Line = Statement['lines'][number]

/** The smaller ones of very many lines in one, so that the sheet adds up. */
function Rest({ lines, onShow }: { readonly lines: readonly Line[]; readonly onShow: () => void }): ReactNode {
  const entries = lines.reduce((sum, line) => sum + line.entries, 0)
  const amount = lines.reduce((sum, line) => sum + microsOf(line.amount), 0n)
  return (
    <tr>
      <th scope="row">
        {lines.length.toLocaleString('en-US')} smaller lines{' '}
        <Button size="small" onClick={onShow}>
          Show them
        </Button>
      </th>
      <td className="muted align-end">{shownEntries(entries)}</td>
      <td className="align-end">
        <Money amount={amountOf(amount)} />
      </td>
    </tr>
  )
}
