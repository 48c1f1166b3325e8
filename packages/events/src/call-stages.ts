import type { CallStage } from './usage-events.ts'

const STAGE = /^([^ ;]+) (\d{1,15})(?: ([^ ;]+))?$/
const STAGES = /^(?:[^ ;]+ \d{1,15}(?: [^ ;]+)?(?:;(?!$)|$))*$/

/**
 * Stages as one short text, such as "parse 40;reserve 900 app_offline" (name, microseconds, note): a list of objects costs all
 * who handle it several times as much.
 */
export function packStages(stages: readonly CallStage[]): string {
  let text = ''
  for (const { name, durationUs, note } of stages) {
    text += `${text === '' ? '' : ';'}${name} ${durationUs}`
    if (note !== '') text += ` ${note.replaceAll(/[ ;]/g, '_')}`
  }
  return text
}

/** Whether it is a text of packed stages. */
export function isPackedStages(value: unknown): value is string {
  return typeof value === 'string' && STAGES.test(value)
}

/** The stages of a packed text; those that cannot be read are left out. */
export function unpackStages(text: string): CallStage[] {
  return text.split(';').flatMap(part => {
    const [, name, durationUs, note = ''] = STAGE.exec(part) ?? []
    return name === undefined ? [] : [{ name, durationUs: Number(durationUs), note }]
  })
}
