const WORDS: Readonly<Record<string, string>> = {
  publisher_server_error: 'Your server answered with a 5xx status.',
  publisher_error: 'Your server could not be reached, broke off, or sent what is no answer.',
  publisher_client_error: 'Your server refused what the caller sent.',
  gateway_timeout: 'Your server did not begin to answer within its time limit.',
  app_offline: 'After repeated failures calls were not sent to your server for a while.',
  task_failed: 'Your server said that a task had failed.',
  task_expired: 'A task was not finished within its time.',
  output_schema_broken: 'A result did not follow the output schema that you promised.',
  first_byte_late: 'An answer began later than you promised.',
  tool_error: 'A tool reported an error as its result.',
  publisher_api_key_not_found: 'You have set no credential, so no call can be made.',
  publisher_not_payable: 'You have connected no payout account, so paid calls are refused.',
}

/** What a code means for the publisher, as a sentence. */
export const failureWords = (code: string): string => WORDS[code] ?? code.replaceAll('_', ' ')
