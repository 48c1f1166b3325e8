import { type billing, services } from '@mtg/contracts'
import { keysOf } from '@mtg/primitives'
import { Command, Option } from 'commander'
import { buyerIdOf } from '../buyers.ts'
import { CliError, exitCodes } from '../failure.ts'
import { type Instance, LIMITS } from '../instance.ts'
import { table } from '../output.ts'
import type { Runner } from '../runner.ts'

const tiers = { free: 'TIER_FREE', paid: 'TIER_PAID' } as const

const shown = {
  PURCHASE_STATUS_UNSPECIFIED: '',
  PURCHASE_STATUS_ACTIVE: 'active',
  PURCHASE_STATUS_INACTIVE: 'inactive',
  PURCHASE_STATUS_EXPIRED: 'expired',
  PURCHASE_STATUS_CANCELLED: 'cancelled',
} as const

type Purchases = ReturnType<typeof purchasesOf>
interface PurchaseRef {
  readonly buyerId: string
  readonly purchaseId: string
}

/** What is done to the buyer's newest purchase of an app that has one of these states. */
const changes = {
  activate: {
    about: 'Make an inactive purchase active again.',
    from: ['inactive', 'active'],
    send: (purchases: Purchases, ref: PurchaseRef) => purchases.ActivatePurchase(ref, LIMITS),
  },
  deactivate: {
    about: 'Make an active purchase inactive: its calls are refused until it is activated.',
    from: ['active', 'inactive'],
    send: (purchases: Purchases, ref: PurchaseRef) => purchases.DeactivatePurchase(ref, LIMITS),
  },
  renew: {
    about: 'Make a purchase that has expired, or whose window is over, active again.',
    from: ['expired', 'active'],
    send: (purchases: Purchases, ref: PurchaseRef) => purchases.RenewPurchase(ref, LIMITS),
  },
  cancel: {
    about: 'End a purchase for good.',
    from: ['active', 'inactive', 'cancelled'],
    send: (purchases: Purchases, ref: PurchaseRef) => purchases.CancelPurchase(ref, LIMITS),
  },
} as const

/** `mtg purchase list|obtain|activate|deactivate|renew|cancel EMAIL [U/A]` */
export function purchaseCommand(run: Runner): Command {
  const command = new Command('purchase')
    .description('What buyers have obtained.')
    .addCommand(list(run))
    .addCommand(obtain(run))
  for (const name of keysOf(changes)) command.addCommand(change(run, name))
  return command
}

const purchasesOf = (instance: Instance) => instance.client('billing', services.billing.PurchaseService)

function list(run: Runner): Command {
  return new Command('list')
    .description('List the purchases of a buyer, newest first.')
    .argument('<email>', 'the buyer')
    .action(
      run(async ({ instance, output }, email: string) => {
        const purchases = (await allPurchases(instance, await buyerIdOf(instance, email))).map(viewOf)
        const rows = purchases.map(({ app, tier, status, used, quota, ...charges }) => [
          app,
          tier,
          status,
          `${used} of ${quota}`,
          alsoCharged(charges).join(', '),
        ])
        output.result(
          { purchases },
          purchases.length === 0 ? 'No purchases.' : table(['app', 'tier', 'status', 'used', 'also charged'], rows),
        )
      }),
    )
}

function obtain(run: Runner): Command {
  return new Command('obtain')
    .description('Obtain an app for a buyer; the paid tier takes the place of an active free one.')
    .argument('<email>', 'the buyer')
    .argument('<app>', 'publisher/app')
    .addOption(new Option('--tier <tier>', 'free or paid').choices(['free', 'paid']).makeOptionMandatory())
    .action(
      run(async ({ instance, output }, email: string, app: string, options: { tier: keyof typeof tiers }) => {
        const request = { buyerId: await buyerIdOf(instance, email), app, tier: tiers[options.tier] }
        const { purchase } = await purchasesOf(instance).ObtainPurchase(request, LIMITS)
        const also = purchase ? alsoCharged(purchase).join(' and ') : ''
        const terms = also === '' ? '' : ` It charges ${also}, too.`
        output.result(purchase ? viewOf(purchase) : {}, `${email} has ${app} (${options.tier}).${terms}`)
      }),
    )
}

function change(run: Runner, name: keyof typeof changes): Command {
  const { about, from, send } = changes[name]
  return new Command(name)
    .description(about)
    .argument('<email>', 'the buyer')
    .argument('<app>', 'publisher/app')
    .action(
      run(async ({ instance, output }, email: string, app: string) => {
        const buyerId = await buyerIdOf(instance, email)
        const own = (await allPurchases(instance, buyerId)).filter(purchase => purchase.app === app)
        const found = from.flatMap(status => own.filter(purchase => shown[purchase.status] === status))[0]
        if (found === undefined) {
          throw new CliError(`${email} has no purchase of ${app} to ${name}.`, exitCodes.failed)
        }
        const { purchaseId } = found
        await send(purchasesOf(instance), { buyerId, purchaseId })
        const { purchase } = await purchasesOf(instance).GetPurchase({ buyerId, purchaseId }, LIMITS)
        const view = purchase ? viewOf(purchase) : undefined
        output.result(view ?? {}, `The purchase of ${app} by ${email} is ${view?.status}.`)
      }),
    )
}

/** What an app charges beside the answers that it delivers. */
function alsoCharged(
  charges: Pick<billing.Purchase__Output, 'chargesAbandoned' | 'chargesTasksOnAcceptance'>,
): string[] {
  return [
    ...(charges.chargesAbandoned ? ['abandoned calls'] : []),
    ...(charges.chargesTasksOnAcceptance ? ['tasks when they are taken on'] : []),
  ]
}

async function allPurchases(instance: Instance, buyerId: string): Promise<billing.Purchase__Output[]> {
  const purchases: billing.Purchase__Output[] = []
  let pageToken = ''
  do {
    const page = await purchasesOf(instance).ListPurchases({ buyerId, pageToken }, LIMITS)
    purchases.push(...page.purchases)
    pageToken = page.nextPageToken
  } while (pageToken !== '')
  return purchases
}

function viewOf(purchase: billing.Purchase__Output) {
  const { purchaseId, app, tier, status, renews, used, quota, chargesAbandoned, chargesTasksOnAcceptance } = purchase
  return {
    id: purchaseId,
    app,
    tier: tier === 'TIER_PAID' ? 'paid' : 'free',
    status: shown[status],
    renews,
    used: Number(used),
    quota: Number(quota),
    chargesAbandoned,
    chargesTasksOnAcceptance,
  }
}
