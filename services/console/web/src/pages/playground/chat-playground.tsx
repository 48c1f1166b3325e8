import { type ReactNode, useState } from 'react'
import { shownAmount } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { AnswerCard } from './answer-card.tsx'
import { callGateway, type PlaygroundAnswer } from './gateway-call.ts'

/** One message to a model; its words appear as they come. */
export function ChatPlayground({
  app,
  price,
}: {
  readonly app: string
  readonly price: string | undefined
}): ReactNode {
  const [words, setWords] = useState('')
  const [answer, setAnswer] = useState<PlaygroundAnswer>()
  const send = async ({ '/model': model = 'default', '/content': content = '' }: FormValues) => {
    setWords('')
    setAnswer(undefined)
    const body = { model, stream: true, messages: [{ role: 'user', content }] }
    setAnswer(await callGateway({ app, adapter: 'llm', body }, { onText: setWords }))
  }
  return (
    <div className="playground">
      <Card title="Message">
        <SubmitForm onSubmit={send}>
          {({ isBusy }) => (
            <>
              <TextField label="Model" name="/model" defaultValue="default" required />
              <TextAreaField label="What you say" name="/content" rows={5} required />
              <div className="form-foot between">
                <span>
                  {price !== undefined && (
                    <>
                      In the paid tier an answer costs <strong className="number">{shownAmount(price)}</strong>.
                    </>
                  )}
                </span>
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  {isBusy ? 'Listening …' : 'Send'}
                </Button>
              </div>
            </>
          )}
        </SubmitForm>
      </Card>
      <AnswerCard answer={answer} words={words} />
    </div>
  )
}
