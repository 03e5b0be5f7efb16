// Makes a component a part that is drawn in its own turn, and only where what it shows has changed.
import { Component, type ComponentType, options } from "preact";
import { markChanges } from "./changes.js";
import { kept } from "./kept.js";
import { createTurns, type Turn } from "./turns.js";

export const turns = createTurns();

const onScreen = new WeakSet<Element>();
let observer: IntersectionObserver | undefined;

/** Whether an element is on screen, from now on. */
function watch(element: Element) {
  if (!observer) addEventListener("beforeprint", turns.flush);
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) onScreen.add(target);
      else onScreen.delete(target);
    }
  });
  observer.observe(element);
}

/** Where something stands; what does not tell counts as seen. */
export class Place {
  element: Element | null = null;

  readonly at = (element: Element | null) => {
    if (this.element) observer?.unobserve(this.element);
    this.element = element;
    if (element) watch(element);
  };

  rank(): 0 | 1 | 2 {
    if (!this.element) return 1;
    if (this.element.contains(document.activeElement)) return 0;
    return onScreen.has(this.element) ? 1 : 2;
  }
}

/** Draws now what was asked for, instead of at the end of the task. */
function drawAtOnce(component: Pick<Component, "forceUpdate">) {
  const before = options.debounceRendering;
  options.debounceRendering = (draw) => draw();
  component.forceUpdate();
  options.debounceRendering = before;
}

export interface Placed {
  /** Hears which element the part is. */
  at?: ((element: Element | null) => void) | undefined;
}

/** `isCovered`: drawn, but under something else. */
export function inTurn<Props extends object>(
  Part: ComponentType<Props & Placed>,
  isCovered: (props: Props) => boolean = () => false,
): ComponentType<Props> {
  return class InTurn extends Component<Props> implements Turn {
    drawn = this.props;
    readonly place = new Place();

    override shouldComponentUpdate() {
      turns.ask(this);
      return false;
    }

    override componentWillUnmount() {
      turns.drop(this);
    }

    rank() {
      return isCovered(this.drawn) ? 2 : this.place.rank();
    }

    take() {
      const next = kept(this.drawn, this.props);
      if (next === this.drawn) return;
      this.drawn = next;
      drawAtOnce(this);
      if (this.place.element) markChanges(this.place.element);
    }

    render() {
      return <Part {...this.drawn} at={this.place.at} />;
    }
  };
}
