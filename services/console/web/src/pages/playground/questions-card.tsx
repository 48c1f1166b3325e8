import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type FormValues, SubmitForm } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { argumentsIn, SchemaFields } from './schema-form.tsx'
import type { Asked, Question } from './tool-protocol.ts'

interface QuestionsCardProps {
  readonly asked: Asked
  readonly onReply: (responses: Readonly<Record<string, unknown>>) => Promise<void>
}

const FORM = 'elicitation/create'

/** What the app wants to know: a form, as it asked for it. */
export function QuestionsCard({ asked, onReply }: QuestionsCardProps): ReactNode {
  const [isDeclining, setDeclining] = useState(false)
  const accept = (values: FormValues) =>
    onReply(Object.fromEntries(asked.questions.map(question => [question.key, acceptedWith(question, values)])))
  const decline = async () => {
    setDeclining(true)
    await onReply(Object.fromEntries(asked.questions.map(({ key }) => [key, { action: 'decline' }]))).finally(() =>
      setDeclining(false),
    )
  }
  const unknown = asked.questions.filter(({ method }) => method !== FORM)
  return (
    <Card
      title="The app asks"
      text="This round costs nothing: only the one that completes is charged. What you write goes to its publisher."
    >
      <SubmitForm onSubmit={accept}>
        {({ isBusy }) => (
          <>
            {asked.questions.map(question => (
              <QuestionFields key={question.key} question={question} />
            ))}
            <div className="form-foot">
              <Button isBusy={isDeclining} onClick={() => void decline()}>
                Decline
              </Button>
              {unknown.length === 0 && (
                <Button type="submit" kind="primary" isBusy={isBusy}>
                  {isBusy ? 'Sending …' : 'Answer'}
                </Button>
              )}
            </div>
          </>
        )}
      </SubmitForm>
    </Card>
  )
}

function QuestionFields({ question }: { readonly question: Question }): ReactNode {
  const { key, method, message, schema, url } = question
  if (method !== FORM) {
    return (
      <p className="break">
        It asks for <code>{method}</code>, which this page cannot do.
      </p>
    )
  }
  return (
    <fieldset className="form">
      <legend className="break">{message || key}</legend>
      {url === undefined ? (
        <SchemaFields schema={schema} prefix={`/${key}`} />
      ) : (
        <p className="break">
          Do it on this page, then come back and answer:{' '}
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            {url}
          </a>
        </p>
      )}
    </fieldset>
  )
}

function acceptedWith({ key, schema, url }: Question, values: FormValues) {
  return { action: 'accept', ...(url === undefined && { content: argumentsIn(schema, values, `/${key}`) }) }
}
