/** Addresses of all pages, by who sees them; these before logging in. */
export const ENTRANCE_PAGES = ['/login', '/signup', '/forgot-password', '/reset-password?token=any'] as const

/** Of buyers. */
export const BUYER_PAGES = [
  '/',
  '/market',
  '/market/toolsmith/toolbox',
  '/purchases',
  '/playground?app=toolsmith/toolbox&tool=hash_text',
  '/calls',
  '/usage',
  '/wallet',
  '/keys',
  '/clients',
  '/connect?app=toolsmith/toolbox',
  '/account',
] as const

/** They open by their address, over a page. */
export const buyerDialogs = () => [
  '/wallet?topUp=yes',
  `/wallet?month=${new Date().toISOString().slice(0, 7)}`,
  '/keys?create=yes',
]

/** Of publishers, and of operators. */
export const OWNER_PAGES = [
  '/publish',
  '/publish/apps/toolbox',
  '/publish/apps/toolbox?tab=prices',
  '/publish/apps/toolbox?tab=tools',
  '/publish/apps/toolbox?tab=preview',
  '/publish/apps/toolbox?tab=errors',
  '/publish/revenue',
  '/publish/payouts',
  '/operator',
  '/operator/accounts',
  '/operator/money',
  '/operator/dead-letters',
  '/operator/audit',
  '/operator/signing-keys',
] as const

export const OWNER_DIALOGS = ['/publish?create=yes', '/publish?show=key', '/publish/payouts?account=yes'] as const
