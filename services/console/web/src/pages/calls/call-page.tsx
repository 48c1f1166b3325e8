import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Call, callQuery } from '../../api/queries.ts'
import { verifyCommand } from '../../lib/gateway.ts'
import { microsOf } from '../../lib/money.ts'
import { shownTime } from '../../lib/time.ts'
import { CodeBlock, CopyButton } from '../../ui/copy.tsx'
import { DownloadButton } from '../../ui/download.tsx'
import { Card, Failure, Page } from '../../ui/page.tsx'
import { Badge, CodeBadge, Money, Skeleton } from '../../ui/values.tsx'
import { StageTimeline } from './stage-timeline.tsx'

const POLL_MS = 1000
/** The steps of a call that has just ended come over the bus, after its money is settled. */
const POLLS_MAX = 20

/** One call, explained. */
export function CallPage(): ReactNode {
  const { callId } = useParams({ from: '/console/calls/$callId' })
  const call = useQuery({
    ...callQuery(callId),
    refetchInterval: ({ state }) =>
      state.data?.stages.length === 0 && state.dataUpdateCount < POLLS_MAX ? POLL_MS : false,
  })
  return (
    <Page
      title={call.data?.name || call.data?.operation || 'Call'}
      text={call.data?.app ?? undefined}
      actions={
        <>
          <Link className="button quiet" to="/calls">
            <ArrowLeft aria-hidden="true" /> All calls
          </Link>
          <DownloadButton
            href={`/api/v1/calls/${callId}/receipt`}
            accept="application/jose"
            fileName={`receipt-${callId}.jose`}
            label="Receipt"
          />
        </>
      }
    >
      {call.error !== null && call.data === undefined ? (
        <Card>
          <Failure error={call.error} retry={() => void call.refetch()} />
        </Card>
      ) : (
        <>
          <CallExplained call={call.data} />
          <ReceiptCard callId={callId} />
        </>
      )}
    </Page>
  )
}

/** What happened in a call, and what it cost. */
export function CallExplained({ call }: { readonly call: Call | undefined }): ReactNode {
  return (
    <>
      <Verdict call={call} />
      <Card title="Stages" text="Each step of the gateway, in the order it was taken.">
        {call === undefined ? <Skeleton height="10rem" /> : <StageTimeline stages={call.stages} />}
      </Card>
      <div className="columns">
        <Card title="The call">{call === undefined ? <Skeleton height="8rem" /> : <CallFacts call={call} />}</Card>
        <Card title="The money">{call === undefined ? <Skeleton height="8rem" /> : <MoneyFacts call={call} />}</Card>
      </div>
    </>
  )
}

/** What a receipt is good for. */
function ReceiptCard({ callId }: { readonly callId: string }): ReactNode {
  return (
    <Card
      title="The receipt"
      text="Signed by the gateway: it says what this call cost, and proves it to anybody, without an account and without the gateway."
    >
      <div className="stack">
        <p className="muted">
          Download it above, then check it with the gateway’s public keys. Of a key that was made so, it holds digests
          of request and answer, too.
        </p>
        <CodeBlock text={verifyCommand(`receipt-${callId}.jose`)} label="commands that check the receipt" />
      </div>
    </Card>
  )
}

function Verdict({ call }: { readonly call: Call | undefined }): ReactNode {
  const isCharged = call !== undefined && microsOf(call.charged) > 0n
  return (
    <dl className="stats">
      <div className="stat">
        <dt>Outcome</dt>
        <dd className="stat-value">
          {call === undefined ? (
            <Skeleton width="4rem" />
          ) : call.code === null ? (
            'unknown'
          ) : (
            <CodeBadge code={call.code} />
          )}
        </dd>
        <dd className="stat-note">{call?.status === null || call === undefined ? '' : `HTTP ${call.status}`}</dd>
      </div>
      <div className="stat">
        <dt>Charged</dt>
        <dd className="stat-value">
          {call === undefined ? <Skeleton width="4rem" /> : <Money amount={call.charged} />}
        </dd>
        <dd className="stat-note">{call !== undefined && (isCharged ? 'from the wallet' : 'nothing was taken')}</dd>
      </div>
      <div className="stat">
        <dt>Why</dt>
        <dd>{call?.reason ?? <Skeleton />}</dd>
      </div>
    </dl>
  )
}

function CallFacts({ call }: { readonly call: Call }): ReactNode {
  return (
    <dl className="facts">
      <dt>Call id</dt>
      <dd className="split">
        <code>{call.id}</code> <CopyButton text={call.id} label="Copy the call id" isIcon />
      </dd>
      <dt>When</dt>
      <dd>{call.at === null ? 'not known' : shownTime(call.at)}</dd>
      <dt>Operation</dt>
      <dd>
        <code>{call.operation ?? '–'}</code>
      </dd>
      <dt>Key</dt>
      <dd>
        {call.key === null ? (
          'not known'
        ) : (
          <Link to="/calls" search={{ key: call.key }}>
            Calls of the same key
          </Link>
        )}
      </dd>
    </dl>
  )
}

function MoneyFacts({ call }: { readonly call: Call }): ReactNode {
  const { reservation } = call
  if (reservation === null) {
    return <p className="muted">Nothing was held: the call ended before, or needed no money.</p>
  }
  return (
    <dl className="facts">
      <dt>Tier</dt>
      <dd>
        <Badge tone={reservation.tier === 'paid' ? 'accent' : undefined}>{reservation.tier}</Badge>
      </dd>
      <dt>Price</dt>
      <dd>
        <Money amount={reservation.price} />
      </dd>
      <dt>Held</dt>
      <dd>{shownTime(reservation.reservedAt)}</dd>
      <dt>Then</dt>
      <dd>
        {reservation.state}
        {reservation.resolvedAt !== null && `, ${shownTime(reservation.resolvedAt)}`}
        {reservation.corrected && ', and given back later'}
      </dd>
      <dt>Usage record</dt>
      <dd>{call.metered ? 'kept' : 'none'}</dd>
    </dl>
  )
}
