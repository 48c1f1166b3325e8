const KINDS: Readonly<Record<string, string>> = {
  topup: 'Top-up',
  capture: 'Calls',
  fee: 'Fee',
  correction: 'Given back',
  refund: 'Refund',
  dispute: 'Dispute',
  opening_balance: 'Opening balance',
}

/** A kind of journal entry in words; another one is shown by its name. */
export const shownKind = (kind: string) => KINDS[kind] ?? kind.replaceAll('_', ' ')
