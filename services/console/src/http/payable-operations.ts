/**
 * What costs money is answered by the edge, so no route of ours describes it: calls of apps. Prices are the catalogue's to tell, since
 * each app, and each tool of one, has its own.
 */
export function payableOperations(baseUrl: string) {
  const text = (name: string, description: string) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    '/v1-beta/{adapter}/{username}/{appname}': {
      post: {
        operationId: 'callApp',
        tags: ['Apps'],
        summary: 'Calls an app: an MCP server or a text model. Charged when its answer is delivered.',
        parameters: [
          { ...text('adapter', 'How it is spoken to'), schema: { type: 'string', enum: ['mcp', 'llm'] } },
          text('username', 'Its publisher'),
          text('appname', 'Its name'),
        ],
        security: [{ credential: [] }],
        'x-payment-info': {
          price: { mode: 'dynamic', currency: 'USD' },
          protocols: [{ wallet: { topUp: `${baseUrl}/api/v1/wallet/top-ups` } }],
          catalog: `${baseUrl}/api/v1/catalog/apps/{username}/{appname}`,
          quote: `${baseUrl}/api/v1/quote`,
        },
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', description: 'JSON-RPC 2.0, or a chat completion' } },
          },
        },
        responses: {
          200: { description: 'The answer of the app' },
          402: {
            description: 'The wallet, or a limit of the key, does not cover the price: nothing was charged',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
          '4XX': {
            description: 'Refused: nothing was charged',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
          '5XX': {
            description: 'Failed: nothing was charged',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
    },
  }
}
