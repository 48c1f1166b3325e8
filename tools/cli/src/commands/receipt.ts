import { readFileSync } from 'node:fs'
import { fieldOf, hasFields } from '@mtg/primitives'
import { Command } from 'commander'
import { CliError, exitCodes } from '../failure.ts'
import type { Runner } from '../runner.ts'
import { readKeys } from '../verify/read-keys.ts'
import { verifyDigest } from '../verify/verify-digest.ts'
import { type VerifiedDocument, verifyDocument } from '../verify/verify-document.ts'

const STANDARD_INPUT = 0
const DOCUMENT_BYTES_MAX = 1024 * 1024

/** `mtg receipt verify FILE` */
export function receiptCommand(run: Runner): Command {
  return new Command('receipt').description('Receipts of calls and statements of accounts.').addCommand(verify(run))
}

interface VerifyOptions {
  readonly jwks?: string
  readonly issuer?: string
  readonly request?: string
  readonly answer?: string
}

function verify(run: Runner): Command {
  return new Command('verify')
    .description('Check the signature of a receipt or statement, and print what it says. Needs no running gateway.')
    .argument('<file>', 'the receipt as it was answered; "-" reads standard input')
    .option(
      '--jwks <file-or-url>',
      'the keys to verify with, saved or where they are; default: those of the running gateway',
    )
    .option('--issuer <url>', 'refuse what another gateway has signed')
    .option('--request <file>', 'the body that was sent, byte for byte: refuse when it is another')
    .option('--answer <file>', 'the body that was answered, byte for byte: refuse when it is another')
    .action(
      run(async ({ instance, output }, file: string, options: VerifyOptions) => {
        const text = readDocument(file)
        const keys = await readKeys(options.jwks ?? instance.jwksUrl())
        const verified = await verifyDocument(text, keys, options.issuer)
        for (const part of ['request', 'answer'] as const) {
          const body = options[part]
          if (body !== undefined) await verifyDigest(verified, part, body)
        }
        output.result({ valid: true, ...verified }, asText(verified))
      }),
    )
}

function readDocument(file: string): string {
  const text = bytesOf(file)
  if (text.length > DOCUMENT_BYTES_MAX) throw new CliError(`${file} is no receipt: it is too large.`)
  return text.trim()
}

function bytesOf(file: string): string {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8')
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    throw new CliError(`The receipt cannot be read: ${reason}`, exitCodes.usage)
  }
}

function asText({ kind, issuer, signedAt, kid, document }: VerifiedDocument): string {
  const head: [string, unknown][] = [
    [kind, 'signature is good'],
    ['issuer', issuer],
    ['signed at', signedAt],
    ['key', kid],
  ]
  const facts = Object.entries(document).flatMap(([name, value]) => linesOf(name, value))
  const width = Math.max(...[...head, ...facts].map(([name]) => name.length))
  const lineOf = ([name, value]: [string, unknown]) => `${name.padEnd(width)}  ${shown(value)}`
  return [...head.map(lineOf), '', ...facts.map(lineOf)].join('\n')
}

/** Objects inside become lines of their own. */
function linesOf(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, index) => linesOf(`${name}[${index}]`, each))
  if (!hasFields(value)) return [[name, value]]
  return Object.keys(value).flatMap(key => linesOf(`${name}.${key}`, fieldOf(value, key)))
}

/** Names of tools are their publishers' to choose: nothing of them may move a terminal's cursor. */
function shown(value: unknown): string {
  if (value === null) return '-'
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Cc}/gu, '\uFFFD')
}
