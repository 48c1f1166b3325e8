import { type billing, type metering, services } from '@mtg/contracts'
import { AppError } from '@mtg/errors'
import { type ReservationEnd, type ReservationStateName, reasonOfCall } from '@mtg/events'
import { formatMicros } from '@mtg/marketplace'
import { fromTimestamp, toBigint } from '@mtg/rpc'
import { Command } from 'commander'
import { CliError } from '../failure.ts'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

/** `mtg explain CALL_ID` */
export function explainCommand(run: Runner): Command {
  return new Command('explain')
    .description('Show each stage of one call, with the reason for a refusal or charge.')
    .argument('<call-id>', 'from the X-Gateway-Call-Id header of the answer')
    .action(
      run(async ({ instance, output }, callId: string) => {
        const [call, reservation] = await Promise.all([findCall(instance, callId), findReservation(instance, callId)])
        if (call === undefined && reservation === undefined) throw new CliError(unknownCall(callId))
        const view = viewOf(callId, call, reservation)
        output.result(view, asText(view))
      }),
    )
}

function unknownCall(callId: string): string {
  return `Nothing is known of call ${callId}. Calls that were not identified leave no trace; others appear within a second, and their stages are kept for days.`
}

async function findCall(instance: Instance, callId: string): Promise<metering.GetCallResponse__Output | undefined> {
  const client = instance.client('metering', services.metering.UsageService)
  return await unlessCode('not_found', client.GetCall({ callId }, LIMITS))
}

async function findReservation(
  instance: Instance,
  callId: string,
): Promise<billing.GetReservationResponse__Output | undefined> {
  const client = instance.client('billing', services.billing.ReservationService)
  return await unlessCode('reservation_not_found', client.GetReservation({ callId }, LIMITS))
}

async function unlessCode<T>(code: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === code) return undefined
    throw thrown
  }
}

const states: Readonly<Record<billing.ReservationState__Output, ReservationStateName>> = {
  RESERVATION_STATE_UNSPECIFIED: 'unknown',
  RESERVATION_STATE_OPEN: 'open',
  RESERVATION_STATE_CAPTURED: 'captured',
  RESERVATION_STATE_RELEASED: 'released',
  RESERVATION_STATE_EXPIRED: 'expired',
}

function viewOf(
  callId: string,
  call: metering.GetCallResponse__Output | undefined,
  reservation: billing.GetReservationResponse__Output | undefined,
) {
  const seen = call?.observation
  return {
    callId,
    at: fromTimestamp(seen?.startedAt ?? reservation?.reservedAt)?.toISOString() ?? null,
    app: seen?.app || reservation?.app || null,
    operation: seen?.operation || null,
    name: seen?.name || reservation?.toolName || null,
    code: seen?.code || null,
    status: seen?.status ?? null,
    charged: call?.record ? formatMicros(toBigint(call.record.chargedMicros)) : chargedOf(reservation),
    metered: Boolean(call?.record),
    reservation: reservation === undefined ? null : reservationView(reservation),
    stages: (seen?.stages ?? []).map(({ name, durationUs, note }) => ({ name, ms: Number(durationUs) / 1000, note })),
    reason: reasonOfCall(refusalOf(seen), endOf(reservation)),
  }
}

/** The code of a call; where a limit of a key refused it, with the text that says which. */
function refusalOf(seen: metering.CallObservation__Output | null | undefined): string | undefined {
  return seen?.stages.find(({ note }) => note.startsWith(`${seen.code}: `))?.note ?? seen?.code
}

function chargedOf(reservation: billing.GetReservationResponse__Output | undefined): string {
  const captured = reservation?.state === 'RESERVATION_STATE_CAPTURED' && !reservation.corrected
  return formatMicros(captured ? toBigint(reservation.priceMicros) : 0n)
}

function reservationView(reservation: billing.GetReservationResponse__Output) {
  return {
    state: states[reservation.state],
    tier: reservation.tier === 'TIER_PAID' ? 'paid' : 'free',
    price: formatMicros(toBigint(reservation.priceMicros)),
    outcome: reservation.outcome,
    corrected: reservation.corrected,
    resolvedAt: fromTimestamp(reservation.resolvedAt)?.toISOString() ?? null,
    expiresAt: fromTimestamp(reservation.expiresAt)?.toISOString() ?? null,
  }
}

function endOf(reservation: billing.GetReservationResponse__Output | undefined): ReservationEnd | undefined {
  if (reservation === undefined) return undefined
  const { state, outcome, corrected } = reservation
  return { state: states[state], outcome, isCorrected: corrected }
}

function asText(view: ReturnType<typeof viewOf>): string {
  const facts: [string, string | number | null][] = [
    ['call', view.callId],
    ['time', view.at],
    ['app', view.app],
    ['operation', [view.operation, view.name].filter(Boolean).join(' ')],
    ['answer', [view.status, view.code].filter(Boolean).join(' ')],
    [
      'reservation',
      view.reservation === null
        ? 'none'
        : `${view.reservation.state}, ${view.reservation.tier} tier, ${view.reservation.price} USD`,
    ],
    ['charged', `${view.charged} USD`],
    ['usage record', view.metered ? 'yes' : 'no'],
    ['reason', view.reason],
  ]
  const stages = view.stages.map(stage => [stage.name, stage.ms.toFixed(2), stage.note.split(': ')[0] ?? ''])
  const lines = facts.map(([name, value]) => `${name.padEnd(13)} ${value ?? '-'}`)
  return [...lines, ...(stages.length === 0 ? [] : ['', table(['stage', 'ms', 'note'], stages)])].join('\n')
}
