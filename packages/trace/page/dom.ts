type Child = Node | string | undefined;

/** An element with text children: nothing is ever parsed as markup. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

export function button(label: string, className: string, onClick: () => void, title = ''): HTMLButtonElement {
  const element = el(
    'button',
    { type: 'button', class: className, ...(title === '' ? {} : { title }) },
    label,
  );
  element.addEventListener('click', onClick);
  return element;
}
