import { createElement } from 'react'

/** A text of the document. Text between backticks is code. */
export const TextWithCode = ({ text }: { text: string }) =>
  createElement('p', {}, ...text.split('`').map((part, i) => (i % 2 === 1 ? createElement('code', {}, part) : part)))

/** A text of several paragraphs, with headings that begin with `## `. */
export const ParagraphsWithCode = ({ text }: { text: string }) =>
  text
    .replaceAll(/^(## .*)\n/gm, '$1\n\n')
    .split(/\n{2,}/)
    .map((block) =>
      block.startsWith('## ') ? <h2 key={block}>{block.slice(3)}</h2> : <TextWithCode key={block} text={block} />,
    )
