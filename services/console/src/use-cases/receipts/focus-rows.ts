import { formatMicros } from '@mtg/primitives'
import type { MonthlyStatement, StatementLine } from '../../domain/statement.ts'

/** Columns of FOCUS 1.2 (FinOps Open Cost and Usage Specification): all mandatory ones, and those that say more here. */
export const focusColumns = [
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingAccountType',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractedCost',
  'EffectiveCost',
  'InvoiceIssuerName',
  'ListCost',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'ServiceCategory',
  'ServiceName',
] as const

/** A row, by column; null is an empty cell. */
export type FocusRow = Readonly<Record<(typeof focusColumns)[number], string | null>>

const PROVIDER = 'Metered Tool Gateway'
const UNIT = 'Calls'
const CHARGES: readonly string[] = ['capture', 'fee']
/** Given back; a refund without an app is of a top-up, which is no cost. */
const isGivenBack = ({ kind, app }: StatementLine) => kind === 'correction' || (kind === 'refund' && app !== undefined)

/** What a month cost, app by app: charges as usage, what was given back as adjustments. Payments into the wallet are no costs. */
export function focusRowsOf(
  { lines, from, to }: MonthlyStatement,
  account: { readonly id: string; readonly name: string | null },
): FocusRow[] {
  const period = { start: secondOf(from), end: secondOf(to) }
  const charged = sumByApp(lines.filter(({ kind }) => CHARGES.includes(kind)))
  const givenBack = sumByApp(lines.filter(isGivenBack))
  const rowOf = (app: string, sum: AppSum, category: 'Usage' | 'Adjustment'): FocusRow => {
    const cost = formatMicros(-sum.amountMicros)
    const quantity = category === 'Usage' ? sum.callCount.toString() : null
    const unit = quantity === null ? null : UNIT
    return {
      BilledCost: cost,
      BillingAccountId: account.id,
      BillingAccountName: account.name,
      BillingAccountType: 'Buyer',
      BillingCurrency: 'USD',
      BillingPeriodEnd: period.end,
      BillingPeriodStart: period.start,
      ChargeCategory: category,
      ChargeClass: null,
      ChargeDescription: category === 'Usage' ? `Calls of ${app}` : `Given back for calls of ${app}`,
      ChargeFrequency: category === 'Usage' ? 'Usage-Based' : 'One-Time',
      ChargePeriodEnd: period.end,
      ChargePeriodStart: period.start,
      ConsumedQuantity: quantity,
      ConsumedUnit: unit,
      ContractedCost: cost,
      EffectiveCost: cost,
      InvoiceIssuerName: PROVIDER,
      ListCost: cost,
      PricingQuantity: quantity,
      PricingUnit: unit,
      ProviderName: PROVIDER,
      PublisherName: app.split('/')[0] ?? app,
      ServiceCategory: 'AI and Machine Learning',
      ServiceName: app,
    }
  }
  return [
    ...[...charged].map(([app, sum]) => rowOf(app, sum, 'Usage')),
    ...[...givenBack].map(([app, sum]) => rowOf(app, sum, 'Adjustment')),
  ]
}

interface AppSum {
  readonly amountMicros: bigint
  readonly callCount: bigint
}

/** A call has an entry for its publisher and one for the gateway's fee: the most of one kind is how many calls there were. */
function sumByApp(lines: readonly StatementLine[]): Map<string, AppSum> {
  const sums = new Map<string, AppSum>()
  for (const { app = 'others', entryCount, amountMicros } of lines) {
    const { amountMicros: total, callCount } = sums.get(app) ?? { amountMicros: 0n, callCount: 0n }
    sums.set(app, {
      amountMicros: total + amountMicros,
      callCount: entryCount > callCount ? entryCount : callCount,
    })
  }
  return sums
}

const secondOf = (time: Date) => `${time.toISOString().slice(0, 19)}Z`
