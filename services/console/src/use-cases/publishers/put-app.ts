import type { Edges } from '../../clients/edges.ts'
import type { OwnApps } from '../../clients/own-apps.ts'
import { unlessMissing } from '../../clients/unless-missing.ts'
import type { AppWish, OwnApp, Probed } from '../../domain/publisher.ts'

/** Where apps are kept, and who asks their servers. */
export interface PublishingDeps {
  readonly ownApps: OwnApps
  readonly edges: Edges
}

/** An app as its publisher wants it. */
export interface PutAppWish {
  readonly app: AppWish
  /** Of a server of chat completions: what it is asked for. */
  readonly model: string
  readonly expectedVersion: bigint
}

/** Makes an app or changes it. A server that nobody has asked is asked first, before its app is published; it fills the listing. */
export async function putApp(
  { ownApps, edges }: PublishingDeps,
  username: string,
  { app: wish, model, expectedVersion }: PutAppWish,
): Promise<{ readonly app: OwnApp; readonly isNew: boolean }> {
  const known = await unlessMissing('app_not_found', ownApps.find(username, wish.name))
  const isAsked = known?.probedAt !== undefined && known.upstream === wish.upstream && known.adapter === wish.adapter
  const { adapter, upstream } = wish
  const listing: Probed | undefined =
    wish.isPublished && !isAsked
      ? await edges.probe({ publisherUsername: username, adapter, upstream, model })
      : undefined
  return await ownApps.put(username, { wish, listing, expectedVersion })
}

/** Asks an app's server again what it offers, and keeps that. */
export async function probeApp(
  { ownApps, edges }: PublishingDeps,
  username: string,
  { name, model }: { readonly name: string; readonly model: string },
): Promise<OwnApp> {
  const { adapter, upstream } = await ownApps.find(username, name)
  const listing = await edges.probe({ publisherUsername: username, adapter, upstream, model })
  return await ownApps.saveListing(username, name, listing)
}
