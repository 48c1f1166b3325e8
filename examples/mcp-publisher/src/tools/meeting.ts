import {
  acceptedContent,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { answer, refusal } from './result.ts'

const HOUR_MS = 3_600_000
const workingHours = { first: 9, last: 17 }
const dateForm = z.object({ date: z.iso.date().describe('the day of the meeting') })

/** Hours of a day (UTC) that are working hours in every one of the time zones. */
export function commonHours(date: string, timeZones: readonly string[]): Date[] {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return Array.from({ length: 24 }, (_, hour) => new Date(midnight + hour * HOUR_MS)).filter(time =>
    timeZones.every(timeZone => isWorkingHour(time, timeZone)),
  )
}

function isWorkingHour(time: Date, timeZone: string): boolean {
  const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(time))
  return hour >= workingHours.first && hour < workingHours.last
}

function findHours(timeZones: readonly string[], date: string): CallToolResult {
  try {
    const hours = commonHours(date, timeZones).map(hour => hour.toISOString())
    return answer(hours.join('\n') || 'there is no common working hour on that day', { hours })
  } catch (error) {
    if (error instanceof RangeError) return refusal(error.message)
    throw error
  }
}

/** The day is asked for when it is not given: the caller answers and calls again, and pays for the last round only. */
function findOrAsk(
  timeZones: readonly string[],
  given: string | undefined,
  ctx: ServerContext,
): CallToolResult | InputRequiredResult {
  const date = given ?? acceptedContent(ctx.mcpReq.inputResponses, 'day', dateForm)?.date
  if (date !== undefined) return findHours(timeZones, date)
  const day = inputRequired.elicit({ message: 'On which day shall the meeting be?', requestedSchema: dateForm })
  return inputRequired({ inputRequests: { day } })
}

/** Registers `find_meeting_hours`. */
export function registerMeeting(server: McpServer): void {
  server.registerTool(
    'find_meeting_hours',
    {
      title: 'Find meeting hours',
      description:
        'Finds the hours of a day that are working hours (9 to 17) in all of several time zones. Asks for the day when it is left out.',
      inputSchema: z.object({
        timeZones: z.array(z.string()).min(1).max(20).describe('such as Europe/Berlin, America/New_York'),
        date: z.iso.date().optional(),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ timeZones, date }, ctx) => findOrAsk(timeZones, date, ctx),
  )
}
