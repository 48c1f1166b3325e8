import type { Queryable } from '@mtg/postgres'

const NOTE = {
  name: 'note-processor-event',
  text: `
    INSERT INTO processor_events (processor, event_id, type) VALUES ($1, $2, $3)
    ON CONFLICT (processor, event_id) DO NOTHING RETURNING event_id`,
}

/** Notes an event of a payment processor; answers whether it is the first time that it is seen. */
export async function noteProcessorEvent(
  tx: Queryable,
  processor: string,
  event: { readonly id: string; readonly name: string },
): Promise<boolean> {
  return (await tx.query(NOTE, [processor, event.id, event.name])).length === 1
}
