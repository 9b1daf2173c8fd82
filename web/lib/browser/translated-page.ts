/** The elements by which the browser's page translation has replaced texts of ours. */
const translations = new WeakMap<Node, Element>()

const isTranslation = (node: Node | null | undefined): node is Element =>
  node instanceof Element && node.tagName === 'FONT'

function remember({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
  if (translation) for (const node of removedNodes) translations.set(node, translation)
}

/** Returns the outermost element of a text's translation. Each translation is in two elements, and a page may be translated again. */
function outermost(node: Node): Element | undefined {
  let found = translations.get(node)
  while (isTranslation(found?.parentNode)) found = found.parentNode
  return found
}

/** Returns the node that stands in `parent` in place of one of ours. */
function standIn<T extends Node>(parent: Node, node: T): T | Element {
  const translation = node.parentNode === parent ? undefined : outermost(node)
  return translation?.parentNode === parent ? translation : node
}

/**
 * Keeps a page up to date that the browser translates. Chrome replaces each text with an element of its own, and React would go on
 * writing into the text that has left the page, or fail when it removes it. So a text that changes returns to its place, where the
 * browser translates it again, and what is removed takes its translation along.
 */
export function installTranslatedPage(): void {
  new MutationObserver((records) => records.forEach(remember)).observe(document, { childList: true, subtree: true })

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, standIn(this, child))
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    outermost(node)?.remove()
    insertBefore.call(this, node, child && standIn(this, child))
    return node
  }
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      outermost(this)?.replaceWith(this)
      value?.set?.call(this, text)
    },
  })
}
